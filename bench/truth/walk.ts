/** Finds the public methods below some root objects. */

export interface PublicMethod {
  /** `client.issues.getIssue`, in parts. */
  readonly path: readonly string[];
}

export interface BoundMethod {
  readonly owner: object;
  readonly fn: (...args: unknown[]) => unknown;
}

/** Members of these prototypes are the language's or Node's, no methods of an API. */
function isBuiltIn(prototype: object): boolean {
  const maker = Reflect.get(prototype, 'constructor') as unknown;
  if (typeof maker !== 'function' || maker.prototype !== prototype) return false;
  return /\[native code\]/.test(Function.prototype.toString.call(maker)) || maker.name === 'EventEmitter';
}

const isClass = (value: unknown): boolean =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

function membersOf(owner: object): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (
    let at: object | null = owner;
    at && !(at !== owner && isBuiltIn(at));
    at = Object.getPrototypeOf(at) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (found.has(name) || name === 'constructor' || /^[_$#]|^\d+$/.test(name)) continue;
      try {
        found.set(name, Reflect.get(owner, name));
      } catch {
        // A getter that refuses is no method.
      }
    }
  }
  return found;
}

/** Methods of the roots and of the objects that they hold, in the order met; each object once. */
export function publicMethods(roots: Readonly<Record<string, unknown>>, depth = 6): PublicMethod[] {
  const methods: PublicMethod[] = [];
  const seen = new Set<object>();
  const queue = Object.entries(roots).map(([name, value]) => ({ path: [name], value }));
  for (let item = queue.shift(); item; item = queue.shift()) {
    const { path, value } = item;
    if (value === null || typeof value !== 'object' || seen.has(value) || path.length > depth) continue;
    if (Array.isArray(value) || value instanceof Map || value instanceof Set || value instanceof Promise)
      continue;
    seen.add(value);
    for (const [name, member] of membersOf(value)) {
      if (typeof member === 'object') queue.push({ path: [...path, name], value: member });
      else if (typeof member === 'function' && !isClass(member)) methods.push({ path: [...path, name] });
    }
  }
  return methods;
}

/** The method at a path below freshly made roots, so that no earlier call has changed its client. */
export function bind(
  roots: Readonly<Record<string, unknown>>,
  path: readonly string[],
): BoundMethod | undefined {
  let owner: unknown = roots;
  for (const name of path.slice(0, -1)) {
    if (typeof owner !== 'object' || owner === null) return undefined;
    owner = Reflect.get(owner, name);
  }
  if (typeof owner !== 'object' || owner === null) return undefined;
  const fn = Reflect.get(owner, path.at(-1) ?? '') as unknown;
  return typeof fn === 'function' ? { owner, fn: fn as BoundMethod['fn'] } : undefined;
}
