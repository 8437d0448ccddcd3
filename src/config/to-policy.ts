import type { PolicyRule, PolicySelection } from '../model/config.js';
import { UserError } from '../model/errors.js';
import type { Position } from '../model/span.js';
import { rebaseGlobs } from './rebase.js';
import type { PathRebase } from './rebase.js';
import type { ConfigInput, SelectionInput } from './schema.js';

type PolicyInput = NonNullable<ConfigInput['policy']>[number];

/** One rule of the `policy` section; throws a UserError where it says nothing or two things at once. */
export function toPolicyRule(input: PolicyInput, at: Position, file: string, rebase: PathRebase): PolicyRule {
  const selection = input.forbid ?? input.require;
  if (!selection || (input.forbid && input.require)) {
    const found = selection ? 'both' : 'neither';
    throw new UserError(
      `policy: expected either forbid or require, found ${found}`,
      { file, ...at },
      'Write one rule for each.',
    );
  }
  if (Object.keys(selection).length === 0) {
    throw new UserError(
      'policy: the rule selects nothing',
      { file, ...at },
      'Name scopes, operations, methods, versions or access.',
    );
  }
  return {
    effect: input.forbid ? 'forbid' : 'require',
    select: toSelection(selection),
    files: rebaseGlobs(input.files, rebase),
    credentials: input.credentials ?? [],
    severity: input.severity ?? 'error',
    reason: input.reason,
    at,
  };
}

function toSelection(input: SelectionInput): PolicySelection {
  return {
    scopes: input.scopes ?? [],
    operations: input.operations ?? [],
    methods: (input.methods ?? []).map((method) => method.toUpperCase()),
    versions: input.versions ?? [],
    ...(input.access && { access: input.access }),
  };
}
