import { lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { hashText } from '../cache/hash.js';
import { readConfig } from '../config/read-config.js';
import { findingDefinitions } from '../findings/index.js';
import type { Catalog } from '../model/catalog.js';
import type { Config } from '../model/config.js';
import type { Finding } from '../model/finding.js';
import { isListed, listFiles, readProjectFile } from '../syntax/project.js';
import { listGitFiles } from '../vcs/list-files.js';
import { isManifest } from '../grants/manifests/index.js';
import { createAnswers, type Surroundings } from './answers.js';
import { dataFilesOf } from './data.js';
import { codeFilesOf, fileFilter, packageFilesOf, pathConfigsOf } from './files.js';
import { openKept, type Seen } from './kept.js';
import { catalogsFor } from './setup.js';
import type { Suggestion } from './suggestions.js';
import { noVersion, versionOf, versionOnDisk, type Version, type Versions } from './versions.js';

export interface ProjectSessionOptions {
  /** Path of a config file; by default the nearest one. */
  readonly config?: string;
}

/** A project that is asked about again and again while it changes. */
export interface ProjectSession {
  /** The findings of one file whose text is `text`, saved or not. `file` is absolute. Throws a UserError. */
  readonly findingsOf: (file: string, text: string) => readonly Finding[];
  /** What would mend one of the findings that were given last, in its own file, whose text is `text`. */
  readonly suggestionsFor: (finding: Finding, text: string) => readonly Suggestion[];
}

/** Looking at the disk takes at most this part of the time. */
const lookingShare = 0.02;
/** Files are looked at again after this time at the earliest. Milliseconds. */
const shortestRest = 500;
/** A text that was never saved is forgotten when its file hasn't been asked about for so long. Milliseconds. */
const overlayLife = 600_000;
/** Texts that were not saved, of the files asked about last. */
const mostOverlays = 40;

interface Stored {
  readonly version: Version;
  /** Modification time and size on disk; empty where there is no file. */
  readonly stamp: string;
}

interface Overlay {
  readonly version: Version;
  /** The disk's state when the text was given: once that changes, the disk is right. */
  readonly stamp: string;
  readonly askedAt: number;
}

interface Inputs {
  readonly config: Config;
  readonly catalogs: readonly Catalog[];
  readonly stamp: string;
}

/** Opens a project for questions about its files. Reads nothing before the first one. */
export function createProjectSession(folder: string, options: ProjectSessionOptions = {}): ProjectSession {
  const root = realpathSync(folder);
  const disk = new Map<string, Stored>();
  const overlays = new Map<string, Overlay>();
  const answers = createAnswers(root, openKept(root));
  let inputs: Inputs | undefined;
  let around: Surroundings | undefined;
  let versions: Versions | undefined;
  let lookAgainAt = 0;
  let packageStamp = '';
  let dataStamp = '';
  let seen = answers.seen();
  let seenStamp = '';

  const lookAtOnce = (): void => {
    lookAgainAt = 0;
  };

  const look = (): void => {
    const started = Date.now();
    if (started < lookAgainAt) return;
    const next = readInputs(root, options, inputs);
    const listed = listGitFiles(root, ['.']);
    const files = codeFilesOf(root, next.config, listed);
    const all = listed ?? listFiles(root);
    const packageFiles = packageFilesOf(listed, files);
    const lists = all.filter((file) => isManifest(file));
    const pathConfigs = pathConfigsOf(all, (file) => textOnDisk(root, file));
    const links = all.filter((file) => isLink(path.join(root, file)));
    const nextPackages = stampOfAll(root, [...packageFiles, ...pathConfigs, ...links]);
    const nextData = stampOfAll(root, lists);
    if (next !== inputs || !around || nextPackages !== packageStamp || nextData !== dataStamp)
      around = {
        config: next.config,
        catalogs: next.catalogs,
        ...(around && nextPackages === packageStamp ? pathsOf(around) : { packageFiles, pathConfigs, links }),
        data:
          around && nextData === dataStamp
            ? around.data
            : dataFilesOf(next.config, lists, () => ({ get: (file) => textOnDisk(root, file) })).read(),
      };
    [inputs, packageStamp, dataStamp] = [next, nextPackages, nextData];
    if (readChanged(root, files, disk, lookAtOnce)) versions = undefined;
    if (stampOfAll(root, filesIn(seen)) !== seenStamp) answers.seenChanged();
    for (const [file, overlay] of overlays) {
      if (disk.get(file)?.stamp === overlay.stamp && started - overlay.askedAt < overlayLife) continue;
      overlays.delete(file);
      versions = undefined;
    }
    const ended = Date.now();
    lookAgainAt = ended + Math.max(shortestRest, (ended - started) / lookingShare);
  };

  const laidOver = (): Versions =>
    new Map([...disk, ...overlays].map(([file, { version }]) => [file, version]));

  /** Lays a text over the disk where it differs. */
  const lay = (file: string, text: string): void => {
    const textHash = hashText(text);
    const known = overlays.get(file);
    if (disk.get(file)?.version.hash === textHash) {
      if (overlays.delete(file)) versions = undefined;
    } else if (known?.version.hash === textHash) {
      overlays.delete(file);
      overlays.set(file, { ...known, askedAt: Date.now() });
    } else {
      const stamp = disk.get(file)?.stamp ?? '';
      overlays.delete(file);
      const [oldest] = overlays.keys();
      if (oldest !== undefined && overlays.size >= mostOverlays) overlays.delete(oldest);
      overlays.set(file, { version: versionOf(file, text), stamp, askedAt: Date.now() });
      versions = undefined;
    }
  };

  const findingsNow = (file: string, text: string): readonly Finding[] => {
    look();
    if (!around || !fileFilter(around.config)(file)) return [];
    lay(file, text);
    versions ??= laidOver();
    const found = answers.of(file, versions, around, overlays.size === 0);
    if (answers.seen() !== seen) {
      seen = answers.seen();
      seenStamp = stampOfAll(root, filesIn(seen));
    }
    return found;
  };

  return {
    findingsOf: (absolute, text) => {
      const file = path
        .relative(root, realPathOf(path.resolve(root, absolute)))
        .split(path.sep)
        .join('/');
      if (file.startsWith('..') || path.isAbsolute(file) || !isListed(file)) return [];
      const found = findingsNow(file, text);
      // A file changed after the last look: what was found lacks it.
      return lookAgainAt === 0 ? findingsNow(file, text) : found;
    },
    suggestionsFor: answers.suggestions,
  };
}

const filesIn = (seen: readonly Seen[]): readonly string[] => [...new Set(seen.map(([, , , file]) => file))];

const pathsOf = ({
  packageFiles,
  pathConfigs,
  links,
}: Surroundings): Pick<Surroundings, 'packageFiles' | 'pathConfigs' | 'links'> => ({
  packageFiles,
  pathConfigs,
  links,
});

const isLink = (absolute: string): boolean =>
  lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function textOnDisk(root: string, file: string): string | undefined {
  const read = readProjectFile(root, file);
  return read.kind === 'text' ? read.text : undefined;
}

/** A file that isn't there yet lies in a folder that is. */
function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPathOf(parent), path.basename(file));
  }
}

/** Reads config and catalogs anew where a file of theirs has changed. Findings that are off by default are made: who lints chooses rules. */
function readInputs(root: string, options: ProjectSessionOptions, known: Inputs | undefined): Inputs {
  const config = readConfig({
    cwd: root,
    ...(options.config === undefined ? {} : { file: path.resolve(root, options.config) }),
  });
  const files = [config.file, ...(config.catalogs ?? []).map((catalog) => catalog.value)].flatMap(
    (file) => file ?? [],
  );
  const stamp = stampOfAll(root, files);
  if (known?.stamp === stamp) return known;
  const quiet = findingDefinitions.filter((definition) => definition.severity === 'off');
  const rules = { ...Object.fromEntries(quiet.map(({ id }) => [id, 'warn' as const])), ...config.rules };
  return { config: { ...config, rules }, catalogs: catalogsFor(undefined, config, root), stamp };
}

const stampOfAll = (root: string, files: readonly string[]): string =>
  files.map((file) => `${file}=${stampOf(path.resolve(root, file))}`).join('\n');

function stampOf(absolute: string): string {
  const found = statSync(absolute, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs}:${found.size}` : '';
}

/** Brings `disk` up to date; whether anything has changed. */
function readChanged(
  root: string,
  files: readonly string[],
  disk: Map<string, Stored>,
  onGone: () => void,
): boolean {
  const stamps = new Map(files.map((file) => [file, stampOf(path.join(root, file))]));
  const gone = [...disk.keys()].filter((file) => !stamps.has(file));
  const changed = files.filter((file) => disk.get(file)?.stamp !== stamps.get(file));
  for (const file of gone) disk.delete(file);
  for (const file of changed) {
    const read = readProjectFile(root, file);
    const known = disk.get(file)?.version;
    const hash = read.kind === 'text' ? hashText(read.text) : '';
    const version =
      read.kind !== 'text'
        ? noVersion
        : known?.hash === hash && known.isRead()
          ? known
          : versionOnDisk(root, file, hash, onGone);
    disk.set(file, { version, stamp: stamps.get(file) ?? '' });
  }
  return changed.length > 0 || gone.length > 0;
}
