import type { ReportCredential, ReportRequest } from '../../model/report.js';
import type { CredentialSplit, ScopeSolution, SplitPart } from '../../model/scope-solution.js';
import { count, list, printable } from '../../report/format/text.js';
import { blocks, indent, labelled } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import { operationRows } from '../../report/pretty/operations.js';
import type { Page } from './page.js';
import { wrap } from '../../report/pretty/width.js';

const labelWidth = 12;

/** A credential as it is, and the ways to divide it. */
export interface Division {
  readonly credential: ReportCredential;
  /** The calls that demand scopes. */
  readonly requests: readonly ReportRequest[];
  readonly whole: ScopeSolution;
  readonly splits: readonly CredentialSplit[];
}

const titles: Readonly<Record<CredentialSplit['kind'], string>> = {
  'readers-apart': 'files that only read apart from those that write',
  'by-need': 'files that need alike together',
};

/** What the undivided credential holds, then each proposal with its parts. */
export function splitLines(division: Division, page: Page): Lines {
  const { credential, whole, splits } = division;
  const { theme, width } = page;
  const name = theme.title(printable(credential.name));
  const undecided = credential.undecided.length;
  const head = [
    ...wrap(`${name}${theme.dim(` · ${printable(credential.provider)}`)}`, width),
    ...indent(
      [
        ...scopes('undivided', whole.scopes, page),
        ...(undecided > 0
          ? wrap(theme.warn(`${count(undecided, 'call')} undecided: in no part, may need more`), width - 2)
          : []),
        ...(splits.length === 0 ? wrap('Nothing is saved by dividing it.', width - 2) : []),
      ],
      2,
    ),
  ];
  return blocks([head, ...splits.map((split, i) => indent(proposal(split, i + 1, division, page), 2))]);
}

function proposal(split: CredentialSplit, number: number, division: Division, page: Page): Lines {
  const title = `${number}. ${titles[split.kind]}`;
  return [
    ...wrap(
      `${page.theme.title(title)}${page.theme.dim(` · saves ${savesText(split.saves)}`)}`,
      page.width - 2,
    ),
    ...split.parts.flatMap((part, i) => indent(partLines(part, i + 1, division, page), 3)),
  ];
}

function partLines(part: SplitPart, number: number, { requests }: Division, page: Page): Lines {
  const { theme, width } = page;
  const own = requests.filter(({ file }) => part.labels.includes(file));
  const operations = [...new Set(own.flatMap(({ operation }) => operation ?? []))].sort();
  const section = (label: string, content: (room: number) => Lines): Lines =>
    labelled(theme.dim(label), labelWidth, content, width - 7);
  return [
    ...wrap(`part ${number}: ${list(part.labels.map(printable))}`, width - 5),
    ...indent(
      [
        ...scopes('needs', part.least.scopes, page),
        ...(part.without.length === 0 ? [] : scopes('without', part.without, page)),
        ...section('calls', (room) => operationRows(operations, own, room, theme, { all: true })),
        ...section('saves', (room) => wrap(savesText(part.saves), room)),
      ],
      2,
    ),
  ];
}

const scopes = (label: string, names: readonly string[], { theme, width }: Page): Lines =>
  labelled(
    theme.dim(label),
    labelWidth,
    (room) => wrap(names.length === 0 ? 'no scope' : theme.scope(list(names.map(printable))), room),
    width - 7,
  );

/** A saving may be negative: two scopes that serve one part better can authorize more of another kind. */
function savesText({ excessWrites, excessReads }: SplitPart['saves']): string {
  const parts = [
    ...(excessWrites === 0 ? [] : [count(excessWrites, 'unused write')]),
    ...(excessReads === 0 ? [] : [count(excessReads, 'unused read')]),
  ];
  return parts.length === 0 ? 'nothing' : list(parts);
}
