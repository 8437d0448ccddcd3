import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/model/errors.js';
import { scan } from '../../src/session.js';

test.skipIf(process.platform === 'win32')('a named pipe is refused and not waited for', () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'leastscope-pipe-'));
  try {
    execFileSync('mkfifo', [path.join(cwd, 'pipe.ts')]);
    const options = { cwd, cache: false, minConfidence: 'medium' } as const;
    expect(() => scan({ ...options, paths: ['pipe.ts'] })).toThrow(UserError);
    expect(scan({ ...options, paths: ['.'] }).report.summary.files).toBe(0);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
