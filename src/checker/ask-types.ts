import { createRequire } from 'node:module';
import path from 'node:path';
import type * as morphModule from 'ts-morph';
import type { ClassDeclaration, Node, Project, SourceFile, Type } from 'ts-morph';
import type { AnsweredType, TypeAnswer, TypeQuestion } from '../model/type-question.js';
import { packageOf } from '../model/package-name.js';
import { compilerFiles } from './compiler-files.js';
import type { Disk } from './disk.js';

type TsMorph = typeof morphModule;

// Loaded when types are asked for: it brings the compiler with it.
const load = createRequire(import.meta.url);

/** What asking may cost. */
export interface TypeBudget {
  /** Files with questions. */
  readonly files: number;
  /** Files that the compiler reads for them, declarations of packages too. */
  readonly reads: number;
  readonly milliseconds: number;
}

export const defaultTypeBudget: TypeBudget = { files: 200, reads: 6_000, milliseconds: 30_000 };

export interface TypeInput {
  /** Absolute, with `/`. */
  readonly root: string;
  readonly questions: readonly TypeQuestion[];
  /** `module#Type` of the types that are clients; other types of packages are no answer. */
  readonly clientTypes: ReadonlySet<string>;
  /** The code of a file with questions, as it was analyzed. */
  readonly textOf: (file: string) => string | undefined;
  /** Files with classes that implement something: whoever asks for an interface gets one of them. */
  readonly implementers: readonly string[];
  readonly disk: Disk;
  readonly budget?: TypeBudget;
}

export interface TypeResult {
  readonly answers: readonly AnsweredType[];
  /** Files that had questions and were not asked, or whose imports were not all read. */
  readonly isCutOff: boolean;
  readonly files: number;
}

interface Checker {
  readonly root: string;
  readonly morph: TsMorph;
  readonly clientTypes: ReadonlySet<string>;
  /** Classes by the declaration of the interface that they implement. */
  readonly implementing: () => ReadonlyMap<Node, readonly TypeAnswer[]>;
}

/** Asks TypeScript's checker what expressions are. Runs no code of the project, writes nothing, asks no network. */
export function askTypes({
  root,
  questions,
  clientTypes,
  textOf,
  implementers,
  disk,
  budget = defaultTypeBudget,
}: TypeInput): TypeResult {
  const morph = load('ts-morph') as TsMorph;
  const until = Date.now() + budget.milliseconds;
  const byFile = grouped(questions, ({ file }) => file);
  const asked = [...byFile].slice(0, budget.files);
  const byConfig = grouped(asked, ([file]) => configOf(root, file, disk));
  const answers: AnsweredType[] = [];
  let isCutOff = asked.length < byFile.size;
  for (const [config, files] of byConfig) {
    if (Date.now() > until) {
      isCutOff = true;
      break;
    }
    const texts = new Map(files.map(([file]) => [nameOf(root, file), textOf(file) ?? '']));
    const { host, isCutOff: isCut } = compilerFiles(root, disk, texts, { files: budget.reads, until });
    const project = projectOf(morph, host, config);
    const sources = files.map(([file]) => project.addSourceFileAtPathIfExists(nameOf(root, file)));
    const checker: Checker = {
      root,
      morph,
      clientTypes,
      implementing: implementing(project, root, implementers, morph),
    };
    files.forEach(([file, own], i) => {
      const source = sources[i];
      for (const question of source ? own : []) {
        if (Date.now() > until) break;
        const type = source && answerFor(source, question, checker);
        if (type) answers.push({ file, at: question.at, type });
      }
    });
    if (isCut() || Date.now() > until) isCutOff = true;
  }
  return { answers, isCutOff, files: asked.length };
}

/** The script of a component is code of its own for the compiler. */
const nameOf = (root: string, file: string): string =>
  `${root}/${file}${/\.(?:vue|svelte|astro)$/.test(file) ? '.ts' : ''}`;

function configOf(root: string, file: string, disk: Disk): string | undefined {
  for (let folder = path.posix.dirname(`${root}/${file}`); folder.length >= root.length;) {
    for (const name of ['tsconfig.json', 'jsconfig.json'])
      if (disk.isFile(`${folder}/${name}`)) return `${folder}/${name}`;
    folder = path.posix.dirname(folder);
  }
  return undefined;
}

function projectOf(
  morph: TsMorph,
  fileSystem: morphModule.FileSystemHost,
  config: string | undefined,
): Project {
  const own = {
    allowJs: true,
    checkJs: false,
    noEmit: true,
    skipLibCheck: true,
    // Names of packages that declare themselves global are looked for in few files.
    types: [],
    maxNodeModuleJsDepth: 0,
    plugins: [],
  };
  const options = {
    fileSystem,
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
  };
  const plain = (): Project =>
    new morph.Project({
      ...options,
      compilerOptions: {
        ...own,
        target: morph.ScriptTarget.ESNext,
        module: morph.ModuleKind.ESNext,
        moduleResolution: morph.ModuleResolutionKind.Bundler,
        strict: true,
      },
    });
  if (config === undefined) return plain();
  try {
    return new morph.Project({ ...options, tsConfigFilePath: config, compilerOptions: own });
  } catch {
    // A config that can't be read: it extends a package that isn't installed.
    return plain();
  }
}

function answerFor(
  source: SourceFile,
  { at: [start, end] }: TypeQuestion,
  checker: Checker,
): TypeAnswer | undefined {
  const node = source.getDescendantAtStartWithWidth(start, end - start);
  return node && answerOf(node.getType().getNonNullableType(), checker, 0);
}

/** Types that extend others are followed so far. */
const deepest = 6;
const mostMembers = 40;

function answerOf(type: Type, checker: Checker, depth: number): TypeAnswer | undefined {
  const { root, morph } = checker;
  if (depth > deepest || type.isAny() || type.isUnknown() || type.isNever()) return undefined;
  if (type.isUnion()) return answerOfUnion(type, checker, depth);
  if (type.isTypeParameter()) {
    const bound = type.getConstraint();
    return bound && answerOf(bound, checker, depth + 1);
  }
  const aliased = type.getAliasSymbol();
  for (const symbol of [type.getSymbol(), aliased]) {
    const declared = symbol?.getDeclarations()[0];
    if (!symbol || !declared) continue;
    const name = symbol.getName();
    const file = declared.getSourceFile().getFilePath();
    const [, inPackage] = /^.*\/node_modules\/(.*)$/.exec(file) ?? [];
    if (inPackage !== undefined && !inPackage.startsWith('typescript/')) {
      const module = moduleOf(inPackage);
      if (checker.clientTypes.has(`${module}#${name}`)) return { kind: 'package', module, name };
      return baseAnswer(type, checker, depth);
    }
    if (!morph.Node.isClassDeclaration(declared)) continue;
    if (!file.startsWith(`${root}/`)) return undefined;
    return classAnswer(root, declared);
  }
  return baseAnswer(type, checker, depth) ?? implementerOf(type, checker);
}

/** `interface Client extends AxiosInstance`: it is what it extends, where that is a client. */
function baseAnswer(type: Type, checker: Checker, depth: number): TypeAnswer | undefined {
  const bases = type.isIntersection() ? type.getIntersectionTypes() : type.getBaseTypes();
  for (const base of bases) {
    const found = answerOf(base, checker, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function answerOfUnion(type: Type, checker: Checker, depth: number): TypeAnswer | undefined {
  const members = type.getUnionTypes();
  if (members.length > mostMembers) return undefined;
  const answers = members.map((member) => answerOf(member, checker, depth + 1));
  const [first] = answers;
  const same = answers.every((answer) => JSON.stringify(answer) === JSON.stringify(first));
  return same ? first : undefined;
}

/** The one class of the project that says it implements an interface of the project. */
function implementerOf(type: Type, { implementing }: Checker): TypeAnswer | undefined {
  const declared = type.getSymbol()?.getDeclarations()[0];
  const [only, ...others] = (declared && implementing().get(declared)) ?? [];
  return others.length === 0 ? only : undefined;
}

/** The classes that implement each interface, found when they are first asked for. */
function implementing(
  project: Project,
  root: string,
  files: readonly string[],
  { Node: kinds }: TsMorph,
): Checker['implementing'] {
  let found: Map<Node, TypeAnswer[]> | undefined;
  return () => {
    if (found) return found;
    found = new Map();
    for (const file of files) {
      const source = project.addSourceFileAtPathIfExists(nameOf(root, file));
      for (const owner of source?.getDescendants().filter(kinds.isClassDeclaration) ?? [])
        for (const clause of owner.getImplements()) {
          const declared = clause.getType().getSymbol()?.getDeclarations()[0];
          if (declared) found.set(declared, [...(found.get(declared) ?? []), classAnswer(root, owner)]);
        }
    }
    return found;
  };
}

function classAnswer(root: string, declared: ClassDeclaration): TypeAnswer {
  const name = declared.getName() ?? '';
  const exported = declared.isDefaultExport() ? 'default' : declared.isExported() ? name : '';
  return { kind: 'class', file: ownName(root, declared.getSourceFile().getFilePath()), name, exported };
}

function grouped<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const out = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const list = out.get(key) ?? [];
    out.set(key, list);
    list.push(item);
  }
  return out;
}

const ownName = (root: string, file: string): string =>
  file.slice(root.length + 1).replace(/(\.(?:vue|svelte|astro))\.ts$/, '$1');

/** `axios` for `axios/index.d.ts`, `superagent` for `@types/superagent/…`. */
function moduleOf(inside: string): string {
  const file = inside.replace(/^.*\/node_modules\//, '');
  const name = packageOf(file);
  if (name.startsWith('@types/')) {
    const typed = name.slice('@types/'.length);
    return typed.includes('__') ? `@${typed.replace('__', '/')}` : typed;
  }
  // Two libraries of one package are two modules.
  return name === '@angular/common' && file.startsWith(`${name}/http/`) ? `${name}/http` : name;
}
