import type { ModuleSummary } from '../model/module-summary.js';

/** A package's own statement of what starts it. */
export interface PackageFacts {
  /** With `/` at its end; empty for the root. */
  readonly folder: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** What a package is that loads files nobody names: by folder, by a list made at build time, by a name alone. */
const loadsByConvention: ReadonlySet<string> = new Set([
  ...['@medusajs/medusa', '@medusajs/framework', '@strapi/strapi', 'sails', '@adonisjs/core', 'ember-source'],
  ...[
    'gatsby',
    '@redwoodjs/core',
    'umi',
    'egg',
    '@midwayjs/core',
    'moleculer',
    '@feathersjs/feathers',
    'hubot',
  ],
  ...[
    'expo-router',
    '@sapphire/framework',
    '@oclif/core',
    'wxt',
    'plasmo',
    'blitz',
    'vike',
    'vinxi',
    'nango',
  ],
  ...['@solidjs/start', '@builder.io/qwik-city', 'nitropack', '@analogjs/platform', 'vite-plugin-pages'],
  ...['@tanstack/router-plugin', '@tanstack/react-start', 'unplugin-auto-import', 'unplugin-vue-components'],
  ...[
    'unplugin-vue-router',
    '@fastify/autoload',
    'express-file-routing',
    'consign',
    'awilix',
    '@react-router/dev',
  ],
  ...[
    'nuxt',
    'nuxt3',
    '@nuxt/kit',
    'generouted',
    '@generouted/react-router',
    'trailpack',
    'meteor-node-stubs',
  ],
]);

/** Whether a package names every file that it loads, as far as its dependencies tell. */
export function namesItsFiles({ json }: PackageFacts): boolean {
  const lists = [json.dependencies, json.devDependencies, json.peerDependencies, json.optionalDependencies];
  return lists.every(
    (list) =>
      typeof list !== 'object' ||
      list === null ||
      Object.keys(list).every((name) => !loadsByConvention.has(name)),
  );
}

/** Whether files of a package can be loaded from outside of the repository under any path. */
export const isOpenToAll = ({ json }: PackageFacts): boolean =>
  (json.private !== true && json.exports === undefined) || JSON.stringify(json.exports ?? '').includes('*');

const startFields = [
  'main',
  'module',
  'browser',
  'bin',
  'exports',
  'source',
  'types',
  'react-native',
  'worker',
];

/** The files that a package's fields name, relative to the root. */
export function startFiles({ folder, json }: PackageFacts): readonly string[] {
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(texts)
        : [];
  return startFields.flatMap((field) => texts(json[field])).map((file) => folder + file.replace(/^\.\//, ''));
}

const testFile =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|cypress|playwright)\/|[.-](?:test|spec|e2e|cy|stories|bench)\.\w+$/;

/** `test-integration/`, `integration-tests/`, `test_utils/`: a folder named `test-runs` may be what a product is about. */
const testFolder =
  /(?:^|\/)(?:tests?[-_](?:unit|integration|e2e|functional|acceptance|smoke|utils?|helpers?|fixtures?|support)|(?:unit|integration|e2e|functional|acceptance|smoke)[-_]tests?)\//;

/** Tests start no code that runs for its own sake. */
export const isTest = (file: string): boolean => testFile.test(file) || testFolder.test(file);

/** Files that frameworks, tools and people start by their place or name. */
const conventional = [
  // Routes of web frameworks, functions of hosts, what jobs and shells run.
  /(?:^|\/)(?:pages|app|routes|api|server|functions|lambdas?|handlers|middlewares?|plugins)\//,
  /(?:^|\/)(?:commands?|jobs|crons?|schedules?|workers?|queues|tasks|scripts|bin|migrations?|seeds?|seeders)\//,
  /(?:^|\/)(?:events?|listeners|subscribers|consumers|hooks|extensions|actions|triggers|netlify|supabase|convex)\//,
  /(?:^|\/)(?:main|index|server|app|cli|worker|sw|service-worker|background|content|popup|preload)(?:[-_.][^/]*)?\.\w+$/i,
  /(?:^|\/)(?:_\w+|\+[\w.]+|middleware|instrumentation|proxy|error|layout|page|route|handler|bootstrap|setup)\.\w+$/,
  /\.(?:config|setup|worker|job|cron|task|command|handler|controller|resolver|module|page|route|server)\.\w+$/,
  /(?:^|\/)\./,
];

/** Exports by which frameworks and hosts know a file that they load. */
const knownExports: ReadonlySet<string> = new Set([
  ...['handler', 'loader', 'action', 'load', 'actions', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'config'],
  ...['getServerSideProps', 'getStaticProps', 'getStaticPaths', 'onRequest', 'onRequestGet', 'onRequestPost'],
  ...['metadata', 'meta', 'schedule', 'run', 'execute', 'register', 'activate', 'setup', 'up', 'main'],
]);

/** Whether something starts a module by where it is, what it exports, or because it does something when it is loaded. */
export function startsByItself(module: ModuleSummary): boolean {
  if (module.imports.length === 0 && module.exports.length === 0) return true;
  if (conventional.some((pattern) => pattern.test(module.file))) return true;
  if (module.exports.some((e) => (e.kind === 'value' || e.kind === 'from') && knownExports.has(e.name)))
    return true;
  return module.calls.some((call) => call.within === 0 && call.isStatement === true);
}
