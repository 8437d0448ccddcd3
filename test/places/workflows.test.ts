import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const actionText = readFileSync(path.join(root, 'action.yml'), 'utf8');
const page = readFileSync(path.join(root, 'docs/ci.md'), 'utf8');
const trace = new NoOperationTraceWriter();

/** What GitHub's own parser has against an action or a workflow. */
const errorsIn = ({ context }: ReturnType<typeof parseAction>): string[] =>
  context.errors.getErrors().map(({ message }) => message);
const inAction = (content: string) => errorsIn(parseAction({ name: 'action.yml', content }, trace));
const inWorkflow = (content: string) => errorsIn(parseWorkflow({ name: 'workflow.yml', content }, trace));

describe("GitHub's parser", () => {
  test('takes the action, and can say no', () => {
    expect(inAction(actionText)).toEqual([]);
    expect(inAction(actionText.replace('using:', 'usign:'))).not.toEqual([]);
    expect(inAction(actionText.replace('shell: bash', 'shel: bash'))).not.toEqual([]);
  });

  test('takes the workflows of the documentation, whose inputs the action has', () => {
    const blocks = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
    const workflows = blocks.filter((text) => text.includes('runs-on'));
    expect(workflows).toHaveLength(2);
    for (const workflow of workflows) expect(inWorkflow(workflow)).toEqual([]);
    expect(inWorkflow((workflows[0] ?? '').replace('runs-on', 'run-on'))).not.toEqual([]);
    const { inputs } = parse(actionText) as { readonly inputs: object };
    const { jobs } = parse(workflows[0] ?? '') as {
      readonly jobs: Readonly<
        Record<string, { readonly steps: readonly { uses?: string; with?: object }[] }>
      >;
    };
    const step = jobs['leastscope']?.steps.find(({ uses }) => uses?.startsWith('OWNER/'));
    for (const name of Object.keys(step?.with ?? {})) expect(Object.keys(inputs)).toContain(name);
  });
});

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
}

/** The comments of one pull request, as the API keeps them. */
function pullRequest(comments: Comment[] = []) {
  const issues = {
    listComments: 'listComments',
    createComment: ({ body, issue_number }: { body: string; issue_number: number }) => {
      expect(issue_number).toBe(7);
      comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
      return Promise.resolve();
    },
    updateComment: ({ body, comment_id }: { body: string; comment_id: number }) => {
      const one = comments.find(({ id }) => id === comment_id);
      if (one) one.body = body;
      return Promise.resolve();
    },
  };
  const warnings: string[] = [];
  const github = { paginate: () => Promise.resolve(comments), rest: { issues } };
  const core = { warning: (text: string) => warnings.push(text) };
  return { comments, warnings, github, core };
}

describe('the comment on a pull request', () => {
  const { runs } = parse(actionText) as {
    readonly runs: {
      readonly steps: readonly { with?: { script?: string }; env?: Record<string, string> }[];
    };
  };
  const step = runs.steps.find((one) => one.with?.script !== undefined);

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'leastscope-comment-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the script as actions/github-script does: the body of an asynchronous function. */
  async function comment(
    { github, core }: Pick<ReturnType<typeof pullRequest>, 'github' | 'core'>,
    given: { report?: string; changes?: string; code?: string; folder?: string },
  ): Promise<void> {
    const file = (name: string, text: string | undefined): string => {
      if (text === undefined) return '';
      writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const env: Record<string, string> = {
      FOLDER: given.folder ?? '.',
      EXIT_CODE: given.code ?? '1',
      REPORT: file('report.md', given.report),
      CHANGES: file('changes.md', given.changes),
    };
    expect(Object.keys(step?.env ?? {}).sort()).toEqual(Object.keys(env).sort());
    const context = { repo: { owner: 'o', repo: 'r' }, issue: { number: 7 } };
    const AsyncFunction = Object.getPrototypeOf(async () => Promise.resolve()).constructor;
    const run = new AsyncFunction(
      'github',
      'context',
      'core',
      'require',
      'process',
      step?.with?.script ?? '',
    );
    await run(github, context, core, createRequire(import.meta.url), { env });
  }

  test('is made once and then brought up to date, also when all is well again', async () => {
    const { comments, ...request } = pullRequest([
      { id: 99, body: 'hello', user: { type: 'User' } },
      { id: 98, body: '<!-- leastscope . -->', user: { type: 'User' } },
    ]);
    await comment(request, { report: 'one', changes: 'two' });
    await comment(request, { report: 'fine', code: '0' });
    expect(comments.map(({ body }) => body)).toEqual([
      'hello',
      '<!-- leastscope . -->',
      '<!-- leastscope . -->\n\nfine',
    ]);
    expect(request.warnings).toEqual([]);
  });

  test('is not made where there is nothing to say', async () => {
    const { comments, ...request } = pullRequest();
    await comment(request, { report: 'fine', code: '0' });
    await comment(request, { report: 'fine', code: '0', changes: '### leastscope: no change in scopes' });
    await comment(request, { code: '2' });
    expect(comments).toEqual([]);
    await comment(request, { report: 'fine', code: '0', changes: '### leastscope: +A (1 call)' });
    expect(comments).toHaveLength(1);
  });

  test('each folder has its own, whatever its name', async () => {
    const { comments, ...request } = pullRequest();
    await comment(request, { report: 'a', folder: 'packages/a' });
    await comment(request, { report: 'b', folder: 'x --> <b>' });
    expect(comments.map(({ body }) => body)).toEqual([
      '<!-- leastscope packages/a -->\n\na',
      '<!-- leastscope x_-___b_ -->\n\nb',
    ]);
  });

  test('is never longer than GitHub takes', async () => {
    const { comments, ...request } = pullRequest();
    await comment(request, { report: 'r'.repeat(60_000), changes: 'c'.repeat(30_000) });
    expect(comments[0]?.body).toMatch(/c{30000}\n\nThe report is too long/);
    await comment(request, { report: 'r', changes: 'c'.repeat(66_000) });
    expect(comments[0]?.body).toMatch(/^<!-- leastscope \. -->\n\nThe report is too long/);
  });

  test('a job that may not comment goes on', async () => {
    const request = pullRequest();
    const refused = () => Promise.reject(new Error('Resource not accessible by integration'));
    await comment({ ...request, github: { ...request.github, paginate: refused } }, { report: 'one' });
    expect(request.warnings).toEqual([expect.stringContaining('pull-requests: write')]);
  });
});
