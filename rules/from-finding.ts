import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TSESLint } from '@typescript-eslint/utils';
import type { FindingDefinition } from '../src/findings/finding-definition.js';
import { confidenceRank, type Finding } from '../src/model/finding.js';
import { packageRoot, suggestingRules } from '../src/session.js';
import { findingsIn, suggestionsIn } from './sessions.js';

/** The page on a rule in the documentation that is installed with this package. */
export const docsUrl = (rule: string): string =>
  pathToFileURL(path.join(packageRoot(), 'docs/rules', `${rule}.md`)).href;

/** An ESLint rule that reports one kind of finding of the project that the linted file is in. */
export function ruleFrom(definition: FindingDefinition): TSESLint.RuleModule<string> {
  const isSuggesting = suggestingRules.includes(definition.id);
  return {
    meta: {
      type: definition.severity === 'error' ? 'problem' : 'suggestion',
      docs: { description: definition.description, url: docsUrl(definition.id) },
      messages: Object.fromEntries(
        Object.entries(definition.messages).map(([id, sentence]) => [
          id,
          sentence.replaceAll(/\{(\w+)\}/g, '{{ $1 }}'),
        ]),
      ),
      schema: [],
      ...(isSuggesting && { hasSuggestions: true }),
    },
    defaultOptions: [],
    create: (context) => ({
      Program: () => {
        const { sourceCode } = context;
        for (const finding of findingsIn(context)) {
          if (finding.rule !== definition.id || finding.primary.isPosition) continue;
          if (confidenceRank[finding.confidence] < confidenceRank.medium) continue;
          const { start, end } = finding.primary;
          context.report({
            loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) },
            messageId: finding.messageId,
            data: finding.data,
            ...(isSuggesting && { suggest: suggested(context, finding) }),
          });
        }
      },
    }),
  };
}

const suggested = (
  context: Parameters<typeof suggestionsIn>[0],
  finding: Finding,
): TSESLint.ReportSuggestionArray<string> =>
  suggestionsIn(context, finding).map(({ title, edit }) => ({
    desc: title,
    fix: (fixer: TSESLint.RuleFixer) => fixer.replaceTextRange([edit.start, edit.end], edit.text),
  })) as unknown as TSESLint.ReportSuggestionArray<string>;
