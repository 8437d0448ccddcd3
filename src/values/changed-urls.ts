import { originOf } from './builtins/url.js';
import { hole } from './holes.js';
import type { Activation, UrlValue } from './value.js';

/** A URL object that a variable holds, where functions inside of the one that made it change it: which of them ran, nobody says. */
export function changedInside(url: UrlValue, binding: string, owner: Activation): UrlValue {
  const { module } = owner;
  const [variable = '', version = 'any'] = binding.split('#');
  // What the function itself did to it before is said by the version.
  if (version !== 'any') return url;
  const changes = module.stores.filter(
    ({ target, within }) =>
      within !== owner.fn &&
      target.kind === 'reference' &&
      (target.binding === variable || target.binding.startsWith(`${variable}#`)),
  );
  const names = changes.flatMap(({ path: [first] }) => (first?.kind === 'literal' ? [first.value] : []));
  const at = changes[0]?.at ?? [0, 0];
  if (names.some((name) => wholeNames.has(name)))
    return { kind: 'url', href: [hole('mutated', 'url', module, at)] };
  if (!names.includes('pathname')) return url;
  return {
    kind: 'url',
    href: [...originOf(url.href), { kind: 'text', text: '/' }, hole('mutated', 'pathname', module, at)],
  };
}

const wholeNames: ReadonlySet<unknown> = new Set(['href', 'host', 'hostname', 'port', 'protocol']);
