/** Lays out a package's published source as a project of its own. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { TruthPackage } from './package-list.js';

/** No part of a client: its tests, its types and its maps. */
const isSource = (file: string): boolean =>
  !/\.d\.[cm]?ts$|\.map$|(?:^|[\\/])(?:node_modules|__tests__|test|tests)(?:[\\/]|$)|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(
    file,
  );

function copy(from: string, to: string, paths: readonly string[]): void {
  for (const name of paths) {
    const source = path.join(from, name);
    if (!existsSync(source)) throw new Error(`${source} is missing: the package's layout has changed`);
    cpSync(source, path.join(to, name), {
      recursive: true,
      filter: (file) => isSource(path.relative(from, file)),
    });
  }
  for (const name of ['package.json', 'tsconfig.json'])
    if (existsSync(path.join(from, name))) cpSync(path.join(from, name), path.join(to, name));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}

/** Writes the sources that maps carry; their paths are kept below `to` without leading `..`. */
function unpack(from: string, maps: string, to: string): void {
  for (const file of filesBelow(path.join(from, maps)).filter((name) => /\.[cm]?js\.map$/.test(name))) {
    const map = JSON.parse(readFileSync(file, 'utf8')) as {
      sources?: string[];
      sourceRoot?: string;
      sourcesContent?: (string | null)[];
    };
    map.sources?.forEach((source, i) => {
      const text = map.sourcesContent?.[i];
      const place = path.relative(from, path.resolve(path.dirname(file), map.sourceRoot ?? '', source));
      if (text === undefined || text === null || place.includes('node_modules') || !isSource(place)) return;
      const target = path.join(to, place.replace(/^(?:\.\.[\\/])+/, ''));
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    });
  }
  cpSync(path.join(from, 'package.json'), path.join(to, 'package.json'));
}

/** Fills `to` with the source of the package and of its companions, found below `modules`. */
export function layOut(entry: TruthPackage, modules: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  const companions = entry.companions ?? [];
  const own = companions.length > 0 ? path.join(to, 'packages', path.basename(entry.name)) : to;
  mkdirSync(own, { recursive: true });
  const from = path.join(modules, entry.name);
  if (entry.source.kind === 'published') copy(from, own, entry.source.paths);
  else unpack(from, entry.source.maps, own);
  if (companions.length === 0) return;
  for (const { name, paths } of companions)
    copy(path.join(modules, name), path.join(to, 'packages', path.basename(name)), paths);
  writeFileSync(path.join(to, 'package.json'), JSON.stringify({ private: true, workspaces: ['packages/*'] }));
}
