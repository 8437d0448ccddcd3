import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import { httpMethods } from '../model/http-method.js';
import type { Position } from '../model/span.js';
import { fitsWildcard, withoutParameterNames } from '../model/wildcard.js';

/** A name in a policy rule that nothing has: the rule would guard nothing. */
export interface UnknownName {
  readonly kind: 'unknown-scope' | 'unknown-operation' | 'unknown-method' | 'unknown-credential';
  readonly name: string;
  readonly at: Position;
  readonly known: readonly string[];
}

/** Every name in the `policy` section that fits nothing in the catalogs, the methods or the credentials of the config. */
export function unknownInPolicy(config: Config, catalogs: readonly Catalog[]): UnknownName[] {
  const scopes = catalogs.flatMap((catalog) => catalog.scopes.map(({ name }) => name));
  const operations = catalogs.flatMap((catalog) =>
    catalog.operations.flatMap(({ id, method, paths }) => [id, ...paths.map((path) => `${method} ${path}`)]),
  );
  // Those that code shows (`env:TOKEN`, `default`) are known only once it was read.
  const isSeen = (name: string): boolean => /:|^(?:default|unattributed)$/.test(name);
  const credentials = config.credentials.map(({ name }) => name);
  return (config.policy ?? []).flatMap((rule, index) => {
    const check = (
      kind: UnknownName['kind'],
      section: string,
      names: readonly string[],
      known: readonly string[],
    ): UnknownName[] => {
      const plain = known.map(withoutParameterNames);
      return names.flatMap((name, at) => {
        const asked = withoutParameterNames(name);
        if (plain.some((one) => fitsWildcard(asked, one))) return [];
        const place = config.places?.[`policy.${index}.${section}.${at}`] ?? rule.at;
        return [{ kind, name, at: place, known }];
      });
    };
    return [
      ...check('unknown-scope', 'scopes', rule.select.scopes, scopes),
      ...check('unknown-operation', 'operations', rule.select.operations, operations),
      ...check('unknown-method', 'methods', rule.select.methods, httpMethods),
      ...check('unknown-credential', 'credentials', rule.credentials, credentials).filter(
        ({ name }) => credentials.length > 0 && !isSeen(name) && !name.includes('*'),
      ),
    ];
  });
}
