import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundledCatalogs, readBundled, readCatalog } from '../../src/catalog/read.js';
import { validateCatalog } from '../../src/catalog/validate.js';
import { UserError } from '../../src/model/errors.js';

const folder = mkdtempSync(path.join(tmpdir(), 'catalog-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const minimal = {
  ...{ schemaVersion: 1, provider: 'p', title: 'P', servers: [], schemes: {}, scopes: [] },
  ...{ operations: [] as unknown[], rateLimits: [], requestShapes: {}, sources: [] },
};
const operation = {
  ...{ id: 'GET /a', method: 'GET', path: '/a', paths: [], security: 'undocumented' },
  ...{ parameters: [], alsoStated: [], sources: [] },
};

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

function errorOf(run: () => unknown): UserError {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('expected a UserError');
}

describe('readCatalog', () => {
  it('reads what was compiled, also with a byte order mark', () => {
    const file = write('ok.json', `\uFEFF${JSON.stringify({ ...minimal, operations: [operation] })}`);
    expect(readCatalog(file).operations).toEqual([operation]);
  });

  it('names a file that is missing, a folder, and the line of broken JSON', () => {
    const missing = path.join(folder, 'missing.json');
    expect(errorOf(() => readCatalog(missing)).place).toEqual({ file: missing });
    expect(errorOf(() => readCatalog(folder)).message).toContain("can't be read");
    const broken = write('broken.json', '{\n  "schemaVersion": 1,\n  oops\n}\n');
    expect(errorOf(() => readCatalog(broken)).place).toEqual({ file: broken, line: 3 });
  });

  it('refuses a newer schemaVersion and says what to do', () => {
    const error = errorOf(() => readCatalog(write('newer.json', JSON.stringify({ schemaVersion: 2 }))));
    expect(error.message).toBe('schemaVersion 2 is newer than 1, the newest that this leastscope reads');
    expect(error.remedy).toContain('Update leastscope');
    expect(error.place?.file).toContain('newer.json');
  });
});

describe('validateCatalog', () => {
  it.each([
    ['null', null, 'schemaVersion'],
    ['an array', [], 'schemaVersion'],
    ['no schemaVersion', {}, 'schemaVersion'],
    ['operations of another type', { ...minimal, operations: {} }, 'operations'],
    [
      'a method that is none',
      { ...minimal, operations: [{ ...operation, method: 'FETCH' }] },
      'operations.0.method',
    ],
    [
      'security of another shape',
      { ...minimal, operations: [{ ...operation, security: 'A' }] },
      'operations.0.security',
    ],
    [
      'an id of another operation',
      { ...minimal, operations: [{ ...operation, id: 'GET /b' }] },
      'operations.0.id',
    ],
    ['an operation twice', { ...minimal, operations: [operation, operation] }, 'operations.1.id'],
    ['a limit without windows', { ...minimal, rateLimits: [{ id: 'x' }] }, 'rateLimits.0.applies'],
  ])('refuses %s', (_, json, where) => {
    const error = errorOf(() => validateCatalog(json, 'my.json'));
    expect(error.message).toContain(`is no catalog: ${where}`);
    expect(error.place).toEqual({ file: 'my.json' });
  });

  it('reports every mistake, the first one first', () => {
    const error = errorOf(() => validateCatalog({ ...minimal, title: 1, servers: 2 }, 'my.json'));
    expect(error.more.map(({ message }) => message)).toEqual([expect.stringContaining('servers')]);
  });

  it('lets fields pass that it does not know', () => {
    expect(validateCatalog({ ...minimal, later: true }, 'my.json')).toHaveProperty('later', true);
  });
});

describe('bundled catalogs', () => {
  it('are listed by name and found from the package root', () => {
    expect(bundledCatalogs()).toContain('trust-platform');
    expect(readBundled('trust-platform').provider).toBe('trust-platform');
  });

  it('proposes the nearest name', () => {
    const error = errorOf(() => readBundled('trust-platfrom'));
    expect(error.message).toBe('unknown catalog "trust-platfrom"');
    expect(error.remedy).toContain('Did you mean trust-platform?');
  });

  it('takes no path for a name', () => {
    expect(errorOf(() => readBundled('../data/trust-platform')).message).toContain('unknown catalog');
  });
});
