import { confidenceRank } from '../model/finding.js';
import type { Confidence } from '../model/finding.js';
import type { Reading } from './forms.js';
import type { ProviderIndex } from './path-index.js';
import type { RequestUrl } from './request-url.js';
import type { Route } from './route-trie.js';
import type { Standing } from './server-pattern.js';
import { specificityOf } from './specificity.js';
import type { Specificity } from './specificity.js';

/** How sure it is that a request is the operation, and why. */
export interface Judgement {
  readonly confidence: Confidence;
  readonly why: string;
}

const phrases: Readonly<Record<Reading['form'], string>> = {
  'full-path': 'a known full path of the operation',
  'docs-path': 'the docs’ path of the operation',
  'module-prefix': 'the docs’ path of the operation behind a module prefix',
  'path-end': 'the end of a known full path of the operation',
};

const byStrength = (strong: Confidence, weak: Confidence, generic: Confidence) => ({ strong, weak, generic });
const strengths = {
  full: byStrength('high', 'medium', 'low'),
  docs: byStrength('medium', 'medium', 'low'),
  atPage: byStrength('medium', 'low', 'low'),
};

/** Undefined when the path says too little to call the request this provider's at all. */
export function judge(
  index: ProviderIndex,
  standing: Standing,
  url: RequestUrl,
  reading: Reading,
  found: { readonly route: Route; readonly guessed: boolean },
): Judgement | undefined {
  // Where the host is known, only a guess needs more evidence.
  const isPlain = standing.kind === 'known' && !found.guessed;
  const strength = isPlain ? 'strong' : specificityOf(reading.segments, found.route.pattern);
  const base = baseConfidence(index, standing, reading, strength);
  if (base === undefined || (found.guessed && !maySupportGuess(standing, reading, strength)))
    return undefined;
  const reasons = [`${phrases[reading.form]}; ${standing.by}`];
  if (standing.kind !== 'known' && strength === 'generic') reasons.push('a path that any API may have');
  let confidence = base;
  if (found.guessed) {
    confidence = lower(confidence);
    reasons.push('an unknown part of the path would have to be the text that the docs give');
  }
  if (reading.withoutTail === true) {
    confidence = atMost(confidence, isQuery(url.tail?.name ?? '') ? 'medium' : 'low');
    reasons.push('the unknown end of the URL is taken for its query');
  }
  return { confidence, why: reasons.join('; ') };
}

function baseConfidence(
  index: ProviderIndex,
  standing: Standing,
  reading: Reading,
  strength: Specificity,
): Confidence | undefined {
  switch (reading.form) {
    case 'full-path':
      if (standing.kind === 'known') return 'high';
      if (standing.kind === 'unlisted' && strength === 'generic') return undefined;
      // A page calls its own server by relative URLs, and this provider's server is known to be another one.
      if (standing.kind === 'none' && index.servers.known) return strengths.atPage[strength];
      return strengths.full[strength];
    case 'docs-path':
      if (standing.kind === 'known') return 'high';
      return standing.kind === 'none' ? 'low' : strengths.docs[strength];
    case 'module-prefix':
      return behindModule(standing, reading, strength);
    case 'path-end':
      if (standing.kind === 'unlisted') return undefined;
      return standing.kind === 'known' || strength === 'strong' ? 'medium' : undefined;
  }
}

function behindModule(standing: Standing, reading: Reading, strength: Specificity): Confidence | undefined {
  if (standing.kind === 'known' || reading.knownModule === true) return 'medium';
  if (standing.kind === 'unlisted') return undefined;
  if (standing.kind === 'none') return 'low';
  return reading.versioned === true || strength !== 'generic' ? 'medium' : 'low';
}

/** A guess needs a known word that stands in the operation's path, the more so where the host speaks against it. */
function maySupportGuess(standing: Standing, reading: Reading, strength: Specificity): boolean {
  if (standing.kind === 'unlisted') return strength === 'strong';
  return strength !== 'generic' || (standing.kind === 'known' && reading.form !== 'module-prefix');
}

const lower = (confidence: Confidence): Confidence => (confidence === 'high' ? 'medium' : 'low');

const atMost = (confidence: Confidence, most: Confidence): Confidence =>
  confidenceRank[confidence] <= confidenceRank[most] ? confidence : most;

/** Whether code calls the value like a query string. */
const isQuery = (name: string): boolean => /quer|param|search|filter|\bqs\b|qs$|args|\bq\b/i.test(name);
