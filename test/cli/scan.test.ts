import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '../../src/model/errors.js';
import { golden } from '../report/golden.js';
import { leastscope } from './harness.js';

const clean = { ...golden, findings: golden.findings.filter((f) => f.severity === 'warn') };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-cli-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('which command', () => {
  test.each([[[]], [['scan']], [['src']], [['scan', 'src']], [['--format', 'json', 'src']]])(
    '%j scans',
    async (args) => {
      const { asked } = await leastscope(args);
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatchObject({
        cwd: '/nowhere',
        paths: args.includes('src') ? ['src'] : ['.'],
        cache: true,
        minConfidence: 'medium',
      });
    },
  );

  test('options reach the analyzer', async () => {
    const { asked } = await leastscope([
      ...['scan', 'a', 'b', '--config', 'c.yaml', '--catalog', 'one', '--catalog', './two.yaml'],
      ...['--no-cache', '--cache-location', 'kept', '--min-confidence', 'low'],
    ]);
    expect(asked).toEqual([
      {
        cwd: '/nowhere',
        paths: ['a', 'b'],
        config: 'c.yaml',
        catalogs: ['one', './two.yaml'],
        cache: false,
        cacheLocation: 'kept',
        minConfidence: 'low',
      },
    ]);
  });

  test.each(['load', 'explain CONSENT_READ', 'split', 'init', 'observe x.har', 'diff main'])(
    '%s takes the options about what is kept',
    async (command) => {
      const { asked, stderr } = await leastscope([
        ...command.split(' '),
        ...['--no-cache', '--cache-location', 'kept'],
      ]);
      expect(stderr).not.toContain('option');
      for (const one of asked) expect(one).toMatchObject({ cache: false, cacheLocation: 'kept' });
    },
  );

  test('--help and --version are answers, not mistakes', async () => {
    const help = await leastscope(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '', asked: [] });
    expect(help.stdout).toContain('Usage: leastscope [options] [command]');
    const scanHelp = await leastscope(['scan', '--help']);
    expect(scanHelp.stdout).toContain('Examples:');
    expect(scanHelp.stdout).toContain('--types');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await leastscope(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });
});

describe('exit codes', () => {
  test.each([
    [[], golden, 1],
    [[], clean, 0],
    [['--fail-on', 'warn'], clean, 1],
    [['--fail-on', 'never'], golden, 0],
    [
      ['--fail-on', 'warn', '--min-confidence', 'low'],
      { ...golden, findings: golden.findings.filter((f) => f.confidence === 'low') },
      1,
    ],
    [
      ['--fail-on', 'warn'],
      { ...golden, findings: golden.findings.filter((f) => f.confidence === 'low') },
      0,
    ],
  ])('%j', async (args, report, code) => {
    expect((await leastscope(args, { report })).code).toBe(code);
  });

  test.each([
    [['--nonsense'], "error: unknown option '--nonsense'"],
    [
      ['--fail-on', 'sometimes'],
      "error: option '--fail-on <level>' argument 'sometimes' is invalid. Allowed choices are error, warn, never.",
    ],
    [['--format', 'jsn'], 'error: unknown format "jsn"\n  Did you mean json? Formats: '],
    [['--format', 'json', '--format', 'pretty'], 'error: two formats for stdout\n  Give each its own file'],
    [['--format', 'json:'], 'error: --format json:: no file after the colon'],
    [
      ['--format', 'json:x', '--output', 'o'],
      'error: --output o has no format to write: each --format names a file of its own',
    ],
    [['scna'], 'error: no file or command "scna"\n  Did you mean scan?\n'],
    [['compile'], "error: missing required argument 'source'"],
  ])('%j is wrong usage', async (args, message) => {
    const ran = await leastscope(args);
    expect(ran).toMatchObject({ code: 2, stdout: '', asked: [] });
    expect(ran.stderr).toContain(message);
  });

  test('a mistake of the user: every place, with its remedy', async () => {
    const second = new UserError('unknown key "x"', { file: 'c.yaml', line: 4, column: 3 });
    const ran = await leastscope([], {
      scan: () => {
        throw new UserError('expected a list', { file: 'c.yaml', line: 2, column: 9 }, 'Write [A].', [
          second,
        ]);
      },
    });
    expect(ran).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error: c.yaml:2:9: expected a list\n  Write [A].\nerror: c.yaml:4:3: unknown key "x"\n',
    });
  });

  test('a mistake of ours asks for a report', async () => {
    const ran = await leastscope([], {
      scan: () => {
        throw new TypeError('x is not a function');
      },
    });
    expect(ran).toMatchObject({ code: 3, stdout: '' });
    expect(ran.stderr).toMatch(
      /^leastscope failed\..*\nPlease report it.*\n\nleastscope \d+\.\d+\.\d+.*\nTypeError: x is not a function\n/,
    );
  });
});

describe('where results go', () => {
  test('to stdout; notes to stderr', async () => {
    const ran = await leastscope(['--format', 'json']);
    expect(JSON.parse(ran.stdout)).toMatchObject({ schemaVersion: 1 });
    expect(ran.stderr).toBe("note: src/broken.ts:3: expected ')'\n");
  });

  test('many notes are cut short', async () => {
    const notes = Array.from({ length: 30 }, (_, i) => ({ file: null, line: null, message: `n${i}` }));
    const { stderr } = await leastscope([], { report: { ...golden, notes } });
    expect(stderr.split('\n')).toHaveLength(22);
    expect(stderr).toContain('note: and 10 more');
  });

  test('to files, with folders made on the way', async () => {
    const ran = await leastscope(
      ['--format', 'json:out/a/report.json', '--format', 'pretty:out/report.txt'],
      { cwd: folder },
    );
    expect(ran.stdout).toBe('');
    expect(JSON.parse(readFileSync(path.join(folder, 'out/a/report.json'), 'utf8'))).toHaveProperty(
      'findings',
    );
    expect(readFileSync(path.join(folder, 'out/report.txt'), 'utf8')).toContain('missing-scope');
    await leastscope(['--format', 'json', '--output', 'b.json'], { cwd: folder });
    expect(readFileSync(path.join(folder, 'b.json'), 'utf8')).toContain('"schemaVersion": 1');
  });

  test('a file that cannot be written', async () => {
    const ran = await leastscope(['--format', 'json', '--output', '.'], { cwd: folder });
    expect(ran).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("error: .: can't be written: it is a folder"),
    });
  });

  test('quiet says errors and nothing else', async () => {
    const ran = await leastscope(['--quiet']);
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toMatch(/^error missing-scope/);
  });
});

describe('colours', () => {
  const hasColor = async (args: string[], env: Record<string, string>, tty: 'stdout'[] = []) =>
    (await leastscope(args, { env, tty })).stdout.includes('\u001b[');

  test.each([
    [[], {}, [], false],
    [[], { TERM: 'xterm-256color' }, ['stdout'], true],
    [[], { TERM: 'dumb' }, ['stdout'], false],
    [[], { TERM: 'xterm', NO_COLOR: '1' }, ['stdout'], false],
    [[], { TERM: 'xterm', NO_COLOR: '' }, ['stdout'], true],
    [[], { FORCE_COLOR: '1' }, [], true],
    [[], { FORCE_COLOR: '' }, [], true],
    [[], { FORCE_COLOR: '0', TERM: 'xterm' }, ['stdout'], false],
    [[], { FORCE_COLOR: '1', NO_COLOR: '1' }, [], true],
    [['--color'], { NO_COLOR: '1' }, [], true],
    [['--no-color'], { FORCE_COLOR: '1', TERM: 'xterm' }, ['stdout'], false],
  ] as const)('%j %j %j', async (args, env, tty, expected) => {
    expect(await hasColor([...args], env, [...tty])).toBe(expected);
  });

  test('a file gets none unless they are asked for', async () => {
    const text = async (...args: string[]) => {
      await leastscope(['--output', 'r.txt', ...args], { cwd: folder, env: { FORCE_COLOR: '1' } });
      return readFileSync(path.join(folder, 'r.txt'), 'utf8');
    };
    expect(await text()).not.toContain('\u001b');
    expect(await text('--color')).toContain('\u001b[');
  });
});

describe('progress', () => {
  const scan = (world: Parameters<typeof leastscope>[1], ...args: string[]) =>
    leastscope(args, {
      ...world,
      scan: (_, progress) => {
        progress?.(1, 10, 'reading');
        return { report: clean, sources: () => undefined };
      },
    });

  test('is shown where a person watches, and taken away again', async () => {
    const { stderr, stdout } = await scan({ tty: ['stderr'] });
    expect(stderr).toContain('\r\u001b[Kreading 1 of 10\r\u001b[K');
    expect(stripVTControlCharacters(stdout)).not.toContain('reading');
  });

  test.each([
    [{}, []],
    [{ tty: ['stderr'], env: { CI: 'true' } }, []],
    [{ tty: ['stderr'], env: { TERM: 'dumb' } }, []],
    [{ tty: ['stderr'] }, ['--no-progress']],
    [{ tty: ['stderr'] }, ['--quiet']],
  ] as const)('not in %j %j', async (world, args) => {
    expect((await scan(world, ...args)).stderr).not.toContain('reading');
  });
});
