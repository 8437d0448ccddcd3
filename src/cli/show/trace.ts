import type { ReportRequest } from '../../model/report.js';
import { formatPlace, printable } from '../../report/format/text.js';
import { definitions, indent, labelled } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import type { Page } from './page.js';
import { wrap } from '../../report/pretty/width.js';

type Traced = NonNullable<ReportRequest['trace']>[number];

/** What each stretch of the method and the URL is, where it is written, and how it got to the request. */
export function traceLines({ trace = [] }: ReportRequest, labelWidth: number, { width, theme }: Page): Lines {
  const part = ({ text, hops }: Traced, room: number): Lines => [
    ...wrap(theme.title(printable(text)), room),
    ...indent(
      definitions(
        steps(hops).map(({ place, notes }) => ({
          left: place,
          right: theme.dim(printable(notes.join(', '))),
        })),
        room - 2,
      ),
      2,
    ),
  ];
  const section = (label: string, of: Traced['of']): Lines =>
    labelled(
      theme.dim(label),
      labelWidth,
      (room) => trace.filter((one) => one.of === of && one.hops.length > 0).flatMap((one) => part(one, room)),
      width - 2,
    );
  return [...section('method from', 'method'), ...section('URL from', 'url')];
}

/** Hops of one line are one step. */
function steps(
  hops: Traced['hops'],
): readonly { readonly place: string; readonly notes: readonly string[] }[] {
  const out: { place: string; notes: string[] }[] = [];
  for (const { file, line, note } of hops) {
    const place = formatPlace({ file, line });
    const last = out.at(-1);
    if (last?.place === place) last.notes.push(note);
    else out.push({ place, notes: [note] });
  }
  return out;
}
