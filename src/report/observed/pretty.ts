import type { Observation } from '../../model/observed.js';
import type { ReportPlace } from '../../model/report.js';
import { count, formatPlace, printable } from '../format/text.js';
import { blocks, indent, type Lines } from '../pretty/layout.js';
import type { Theme } from '../pretty/theme.js';
import { hostWords, nameOf, needWords, recallText, requestWords, seenAtText } from './text.js';
import { wrap } from '../pretty/width.js';

const mostPlaces = 3;
const mostLines = 50;

/** What was seen at run time beside what was found in the code, for a person at a terminal. */
export function renderObservation(observation: Observation, width: number, theme: Theme): Lines {
  const { operations, undocumented, notSeen, credentials, summary } = observation;
  const lost = operations.filter((one) => !one.found);
  const section = (title: string, lines: readonly string[]): Lines => sectionOf(title, lines, width, theme);
  const { recall } = summary;
  const paint = recall === null ? theme.dim : recall === 1 ? theme.good : theme.warn;
  return blocks(
    [
      wrap(paint(recallText(observation)), width),
      section(
        'seen only at run time',
        lost.map(
          (one) =>
            `${theme.warn(printable(nameOf(one)))}  ${requestWords(one)}, ${one.granted === false ? theme.error(needWords(one)) : needWords(one)}  ${theme.dim(seenAtText(one.first))}`,
        ),
      ),
      section(
        'refused',
        operations
          .filter((one) => one.found && one.refused > 0)
          .map(
            (one) =>
              `${printable(nameOf(one))}  ${requestWords(one)}, ${needWords(one)}  ${theme.dim(places(one.calls))}`,
          ),
      ),
      section(
        'not in the docs',
        undocumented.map(
          ({ request, requests, nearest, first }) =>
            `${printable(request)}  ${count(requests, 'request')}${nearest === null ? '' : `, nearest is ${printable(nearest)}`}  ${theme.dim(seenAtText(first))}`,
        ),
      ),
      section(
        'granted and never exercised',
        credentials
          .filter(({ neverExercised }) => neverExercised.length > 0)
          .map(
            ({ name, neverExercised }) =>
              `${printable(name)}  ${theme.scope(neverExercised.map(printable).join(', '))}`,
          ),
      ),
      section(
        'in the code and not seen',
        notSeen.map(({ operation, calls }) => `${printable(operation)}  ${theme.dim(places(calls))}`),
      ),
      section('other hosts', summary.foreign === 0 ? [] : [hostWords(observation)]),
    ].filter((lines) => lines.length > 0),
  );
}

function sectionOf(title: string, all: readonly string[], width: number, theme: Theme): Lines {
  const hidden = all.length - mostLines;
  const lines = [
    ...all.slice(0, mostLines),
    ...(hidden > 0 ? [theme.dim(`and ${count(hidden, 'more line')}`)] : []),
  ];
  return lines.length === 0
    ? []
    : [
        theme.title(title),
        ...indent(
          lines.flatMap((line) => wrap(line, width - 2)),
          2,
        ),
      ];
}

function places(calls: readonly ReportPlace[]): string {
  const shown = calls.slice(0, mostPlaces).map(({ file, line }) => formatPlace({ file, line }));
  const hidden = calls.length - shown.length;
  return `${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}
