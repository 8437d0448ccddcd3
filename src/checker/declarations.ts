/**
 * What is known of the types of packages that aren't installed: names of clients, and how containers give out what
 * was registered, as their docs say. Only enough to tell what a receiver is.
 */

const clientTypes: Readonly<Record<string, readonly string[]>> = {
  axios: ['AxiosInstance', 'AxiosStatic', 'Axios'],
  gaxios: ['Gaxios', 'GaxiosInstance'],
  got: ['Got'],
  ky: ['KyInstance'],
  ofetch: ['$Fetch'],
  superagent: ['SuperAgentStatic'],
  wretch: ['Wretch'],
  undici: ['Client', 'Pool', 'Agent', 'Dispatcher'],
  '@angular/common/http': ['HttpClient'],
  '@nestjs/axios': ['HttpService'],
  '@microsoft/microsoft-graph-client': ['Client'],
  '@octokit/rest': ['Octokit'],
  '@octokit/core': ['Octokit'],
  '@slack/web-api': ['WebClient'],
  'openapi-fetch': ['Client'],
};

/** `(token: Class) => instance`, and with the type said: `get<Type>(token)`. */
const resolves = (name: string): string =>
  `${name}<T>(token: (abstract new (...args: any[]) => T) | string | symbol | object | Function, ...rest: any[]): T;`;

const containers: Readonly<Record<string, string>> = {
  tsyringe: `export interface DependencyContainer { ${resolves('resolve')} [name: string]: any }
export declare const container: DependencyContainer;
export declare const injectable: any, inject: any, singleton: any, autoInjectable: any;`,
  typedi: `export declare class Container { static ${resolves('get')} static ${resolves('getOrCreate')} static set(...args: any[]): any; static of(...args: any[]): ContainerInstance }
export declare class ContainerInstance { ${resolves('get')} [name: string]: any }
export default Container;
export declare const Service: any, Inject: any;`,
  inversify: `export declare class Container { constructor(...args: any[]); ${resolves('get')} bind<T = any>(token: any): any; ${resolves('resolve')} getAsync<T>(token: any): Promise<T>; }
export declare const injectable: any, inject: any, named: any, tagged: any;`,
  '@nestjs/core': `export declare class ModuleRef { ${resolves('get')} resolve<T>(token: (abstract new (...args: any[]) => T) | string | symbol, ...rest: any[]): Promise<T>; create<T>(type: new (...args: any[]) => T): Promise<T>; }
export interface INestApplicationContext { ${resolves('get')} }`,
  '@angular/core': `export declare function ${resolves('inject')}
export declare abstract class Injector { abstract ${resolves('get')} }
export declare const Injectable: any, Component: any;`,
};

/** The declarations of a package's module (`subpath` empty for its main one); undefined where nothing is known. */
export function declarationsOf(name: string, subpath: string): string | undefined {
  const module = subpath === '' ? name : `${name}/${subpath}`;
  const isMade = (record: Readonly<Record<string, unknown>>): boolean => Object.hasOwn(record, module);
  if (isMade(containers)) return containers[module];
  if (isMade(clientTypes))
    return [
      ...(clientTypes[module] ?? []).map((type) => `export declare class ${type} { [member: string]: any }`),
      'declare const main: any;',
      'export default main;',
    ].join('\n');
  return undefined;
}
