import type { SourceRef } from '../model/catalog.js';
import { UserError } from '../model/errors.js';
import type { DocumentPart } from './merge.js';
import type { FileOf } from './verify.js';

interface NamedFact {
  readonly what: string;
  readonly source: SourceRef;
}

/** Facts of one name that tables state twice: which of them is meant can't be known. */
export function repeatedFacts(documents: readonly DocumentPart[], fileOf: FileOf): readonly UserError[] {
  const parameters = documents.flatMap(({ part }) =>
    part.additions.flatMap(({ operation, parameters: all = [] }) =>
      all.map((one) => ({ what: `the ${one.in} parameter ${one.name} of ${operation}`, source: one.source })),
    ),
  );
  const guidance = documents.flatMap(({ part }) =>
    part.guidance.map(({ id, source }) => ({ what: `the guidance ${id}`, source })),
  );
  const first = new Map<string, SourceRef>();
  return [...parameters, ...guidance].flatMap(({ what, source }: NamedFact) => {
    const before = first.get(what);
    if (before === undefined) first.set(what, source);
    if (before === undefined) return [];
    const where = before.document === source.document ? 'line' : `${before.document}, line`;
    return [
      new UserError(
        `${what} stands twice, first in ${where} ${before.line}`,
        { file: fileOf(source.document), line: source.line },
        'Keep one of them.',
      ),
    ];
  });
}
