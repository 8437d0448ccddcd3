import type { Config } from '../model/config.js';
import type { Finding, SuppressedFinding } from '../model/finding.js';
import type { ModuleSummary } from '../model/module-summary.js';
import type { Span } from '../model/span.js';
import { nearestName } from '../model/nearest.js';
import { lineAt } from '../model/position.js';
import { compareFindings, toFinding } from './check.js';
import { findingDefinitions } from './index.js';
import { suppression } from './suppression.js';

/** The parts of a file that suppressions need. */
export type CommentedFile = Pick<ModuleSummary, 'file' | 'comments' | 'lineStarts'>;

/** A comment that names findings: `leastscope-disable-next-line RULE, RULE until 2027-01-31 -- reason`. */
interface Directive {
  readonly span: Span;
  /** The line it speaks of, from 1. */
  readonly line: number;
  readonly rules: readonly string[];
  /** As it was written; it holds through that day. */
  readonly until: string | undefined;
  readonly reason: string;
}

interface Suppressed {
  readonly findings: Finding[];
  readonly suppressed: SuppressedFinding[];
  /** The last day on which the same is found, where a suppression ends. */
  readonly through?: string;
}

/**
 * Sets apart the findings that comments suppress, and adds those on comments that have no effect. `today` is an ISO
 * date. A suppression without a reason, with a wrong date, or after its date suppresses nothing.
 */
export function suppress(
  findings: readonly Finding[],
  files: Iterable<CommentedFile>,
  config: Config,
  today: string,
): Suppressed {
  const severity = config.rules[suppression.id] ?? suppression.severity;
  const suppressed = new Map<Finding, SuppressedFinding>();
  const own: Finding[] = [];
  let through: string | undefined;
  const add = (span: Span, messageId: string, data: Finding['data'] = {}): void => {
    if (severity !== 'off')
      own.push(toFinding(suppression, severity, { messageId, data, confidence: 'high', primary: span }));
  };
  for (const file of files) {
    const { directives, unknown } = directivesOf(file);
    for (const { span, form } of unknown) add(span, 'unknownForm', { form });
    if (directives.length === 0) continue;
    const here = findings.filter(({ primary }) => primary.file === file.file);
    for (const directive of directives) {
      const { span, rules, until = '' } = directive;
      if (rules.length === 0) add(span, 'noRule');
      else if (directive.reason === '') add(span, 'noReason');
      else if (directive.until !== undefined && !isDate(until)) add(span, 'badDate', { until });
      else {
        if (until >= today) through = earlier(through, until);
        for (const rule of rules) {
          const met = here.filter((f) => f.rule === rule && startLine(f.primary, file) === directive.line);
          if (!ruleIds.includes(rule)) add(span, 'unknownRule', { rule, hint: hintFor(rule) });
          else if (met.length === 0) add(span, 'unused', { rule });
          else if (until !== '' && until < today) add(span, 'expired', { rule, until });
          else
            for (const finding of met)
              suppressed.set(finding, {
                finding,
                reason: directive.reason,
                ...(until === '' ? {} : { until }),
              });
        }
      }
    }
  }
  const left = findings.filter((f) => !suppressed.has(f));
  return {
    findings: [...left, ...own].sort(compareFindings),
    suppressed: findings.flatMap((f) => suppressed.get(f) ?? []),
    ...(through === undefined ? {} : { through }),
  };
}

/** The earlier of two ISO dates, where there are any. */
export const earlier = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

const ruleIds = findingDefinitions.map(({ id }) => id).filter((id) => id !== suppression.id);

function hintFor(rule: string): string {
  const nearest = nearestName(rule, ruleIds);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

interface Directives {
  readonly directives: readonly Directive[];
  readonly unknown: readonly { readonly span: Span; readonly form: string }[];
}

function directivesOf(file: CommentedFile): Directives {
  const unknown: { span: Span; form: string }[] = [];
  const found: { span: Span; isNext: boolean; end: number; words: string }[] = [];
  for (const { text, at } of file.comments) {
    const content = text.replace(/^[\s*]+/, '').trim();
    if (!content.startsWith('leastscope-disable')) continue;
    const form = /^[\w-]+/.exec(content)?.[0] ?? '';
    const span = { file: file.file, start: at[0], end: at[1] };
    const isNext = form === 'leastscope-disable-next-line';
    if (!isNext && form !== 'leastscope-disable-line') unknown.push({ span, form });
    else
      found.push({
        span,
        isNext,
        end: lineAt(file.lineStarts, Math.max(at[0], at[1] - 1)) + 1,
        words: content.slice(form.length),
      });
  }
  // Comments for the same line may stand below each other.
  const above = new Set(found.filter(({ isNext }) => isNext).map(({ end }) => end));
  const lineBelow = (end: number): number => {
    let line = end + 1;
    while (above.has(line)) line++;
    return line;
  };
  const directives = found.map(({ span, isNext, end, words }) => ({
    span,
    line: isNext ? lineBelow(end) : end,
    ...readWords(words),
  }));
  return { directives, unknown };
}

function readWords(words: string): Pick<Directive, 'rules' | 'until' | 'reason'> {
  const dashes = words.indexOf('--');
  const head = dashes === -1 ? words : words.slice(0, dashes);
  const reason = dashes === -1 ? '' : words.slice(dashes + 2).trim();
  const names = head.split(/[\s,]+/).filter((word) => word !== '');
  const at = names.indexOf('until');
  // Some write the date behind the reason.
  const behind = /\buntil (\d{4}-\d{2}-\d{2})$/.exec(reason);
  if (at === -1)
    return {
      rules: names,
      until: behind?.[1],
      reason: behind ? reason.slice(0, behind.index).trim() : reason,
    };
  return { rules: names.slice(0, at), until: names.slice(at + 1).join(' '), reason };
}

/** A day of the calendar, as `2027-01-31`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const startLine = (span: Span, file: CommentedFile): number =>
  span.isPosition ? span.start : lineAt(file.lineStarts, span.start) + 1;
