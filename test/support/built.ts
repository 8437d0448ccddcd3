import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';

export const root = path.resolve(import.meta.dirname, '../..');

/** The built command. Tests of what is shipped run that, so it must be there, and newer than what it was built from. */
export function builtCommand(): string {
  const main = path.join(root, 'dist/src/cli/main.js');
  if (!existsSync(main)) throw new Error('dist/ is missing: npm run build');
  const built = statSync(main).mtimeMs;
  for (const source of globSync(['src/**/*.ts', 'rules/**/*.ts'], { cwd: root }))
    if (statSync(path.join(root, source)).mtimeMs > built)
      throw new Error(`dist/ is older than ${source}: npm run build`);
  return main;
}
