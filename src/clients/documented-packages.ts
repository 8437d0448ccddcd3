import type { Program } from '../program/program.js';
import type { ClientModel } from './client-model.js';

/**
 * The program in which packages that a model describes are what their docs say, where their source is part of the
 * repository too: the docs say what a call sends, whatever way the source takes to send it.
 */
export function byDocumentation(program: Program, models: readonly ClientModel[]): Program {
  const described = new Set(models.flatMap((model) => model.modules));
  return {
    ...program,
    found: new Map(),
    listed: new Map(),
    resolve: (fromFile, specifier) => {
      const found = program.resolve(fromFile, specifier);
      const isDescribed =
        found.kind === 'module' && found.package !== undefined && described.has(found.package);
      return isDescribed ? { kind: 'external', name: specifier } : found;
    },
  };
}
