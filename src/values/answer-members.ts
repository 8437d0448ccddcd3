import type { Expr } from '../model/module-summary.js';

/** What the answers of most functions have: promises, lists, texts, maps, dates, events and bodies. */
const builtinMembers: ReadonlySet<string> = new Set([
  ...['then', 'catch', 'finally'],
  ...namesOf(Array.prototype),
  ...namesOf(String.prototype),
  ...namesOf(Object.prototype),
  ...namesOf(Function.prototype),
  ...namesOf(Map.prototype),
  ...namesOf(Set.prototype),
  ...namesOf(Date.prototype),
  ...namesOf(Number.prototype),
  ...namesOf(Response.prototype),
  ...['on', 'once', 'off', 'emit', 'pipe', 'addEventListener', 'removeEventListener', 'next'],
]);

/** What a client's last call may be named like a member of those. */
const sends: ReadonlySet<string> = new Set(['get', 'delete', 'call', 'search']);

function namesOf(prototype: object): readonly string[] {
  return Object.getOwnPropertyNames(prototype);
}

/** Whether what is called of an unknown function's answer is likely a built-in's: who gives the function needn't be asked. */
export function isOfBuiltin(callee: Expr): boolean {
  if (callee.kind !== 'member') return false;
  if (callee.key.kind !== 'literal') return true;
  const name = String(callee.key.value);
  return builtinMembers.has(name) && !sends.has(name);
}
