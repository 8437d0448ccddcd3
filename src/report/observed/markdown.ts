import type { Observation } from '../../model/observed.js';
import { escapeMarkdown, markdownCode } from '../format/escape.js';
import { count, cut, formatPlace } from '../format/text.js';
import { fitSections, type Section } from '../markdown/section.js';
import { hostWords, nameOf, needWords, recallText, requestWords, seenAtText } from './text.js';

const longest = 60_000;
const longestWords = 600;

/** The same as a page. */
export function observationMarkdown(observation: Observation): string {
  const { operations, undocumented, notSeen, credentials, summary } = observation;
  const sections: readonly Section[] = [
    section('', [`### leastscope: run time and code\n`, `${recallText(observation)}\n`]),
    section(
      'Seen only at run time',
      operations
        .filter((one) => !one.found)
        .map(
          (one) =>
            `- ${code(nameOf(one))} ${requestWords(one)}, ${text(needWords(one))} ${code(seenAtText(one.first))}`,
        ),
    ),
    section(
      'Refused',
      operations
        .filter((one) => one.found && one.refused > 0)
        .map((one) => `- ${code(nameOf(one))} ${requestWords(one)}, ${text(needWords(one))}`),
    ),
    section(
      'Not in the docs',
      undocumented.map(
        ({ request, requests, nearest, first }) =>
          `- ${code(request)} ${count(requests, 'request')}${nearest === null ? '' : `, nearest is ${code(nearest)}`} ${code(seenAtText(first))}`,
      ),
    ),
    section(
      'Granted and never exercised',
      credentials
        .filter(({ neverExercised }) => neverExercised.length > 0)
        .map(({ name, neverExercised }) => `- ${text(name)}: ${neverExercised.map(code).join(', ')}`),
    ),
    section(
      'In the code and not seen',
      notSeen.map(
        ({ operation, calls }) =>
          `- ${code(operation)} ${calls
            .slice(0, 3)
            .map((call) => code(formatPlace(call)))
            .join(', ')}`,
      ),
    ),
    section('Other hosts', summary.foreign === 0 ? [] : [`- ${text(hostWords(observation))}`]),
  ];
  return fitSections(sections, longest);
}

const code = (content: string): string => markdownCode(cut(content, longestWords));
const text = (content: string): string => escapeMarkdown(cut(content, longestWords));

const section = (title: string, rows: readonly string[]): Section => ({
  head: title === '' ? [] : [`**${title}**\n`],
  rows,
  tail: title === '' ? [] : [''],
  more: (hidden) => `- and ${count(hidden, 'more line')}`,
});
