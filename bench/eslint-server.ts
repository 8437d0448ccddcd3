/**
 * Drives VS Code's ESLint server by its protocol, with the plugin in it: a client file is edited and not saved, and its
 * caller is judged by the edit.
 *   npm run build; npx tsx bench/eslint-server.ts PATH/vscode-eslint-language-server
 * The server is in the npm package vscode-langservers-extracted; its 4.10.0 loads ESLint up to 9.
 * Without a path, or without `npm run build`, it says that it was skipped. Exits with 1 where an answer is another one.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const plugin = path.join(project, 'dist/rules/index.js');

const client = `export const call = (path) =>
  fetch('https://api.example.com/api/consentmanager/v1/' + path, { headers: { authorization: \`Bearer \${process.env.OT_TOKEN}\` } });
`;
const caller = `import { call } from './client.js';
export const points = () => call('collectionpoints');
`;
const files: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }\n',
  'eslint.config.js': `import leastscope from ${JSON.stringify(pathToFileURL(plugin).href)};
export default [leastscope.configs.recommended];
`,
  'leastscope.config.yaml': `catalogs: [trust-platform]
servers: { trust-platform: ["https://api.example.com"] }
credentials: { app: { provider: trust-platform, grants: [COOKIE], match: { files: ["**"] } } }
`,
  'client.js': client,
  'caller.js': caller,
};

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: { readonly items?: readonly { readonly code: string }[] };
}

async function main(server: string): Promise<void> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-server-')));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
  mkdirSync(path.join(root, 'node_modules'));
  symlinkSync(path.join(project, 'node_modules/eslint9'), path.join(root, 'node_modules/eslint'));
  const folder = { uri: pathToFileURL(root).href, name: 'project' };
  const settings = {
    validate: 'on',
    packageManager: 'npm',
    useESLintClass: true,
    experimental: {},
    codeAction: { disableRuleComment: { enable: true }, showDocumentation: { enable: true } },
    codeActionOnSave: { mode: 'all' },
    onIgnoredFiles: 'off',
    options: {},
    rulesCustomizations: [],
    run: 'onType',
    problems: { shortenToSingleLine: false },
    nodePath: null,
    workspaceFolder: folder,
    workingDirectory: { directory: root },
  };
  const child = spawn(process.execPath, [server, '--stdio'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (message: Message) => void>();
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const request = (method: string, params: object): Promise<Message> =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const take = ({ id, method, params, ...message }: Message): void => {
    if (method === undefined) {
      if (id !== undefined) waiting.get(id)?.(message);
    } else if (id !== undefined) {
      const isSettings = method === 'workspace/configuration';
      const isAsked = method === 'eslint/confirmESLintExecution';
      send({ id, result: isSettings ? (params?.items ?? []).map(() => settings) : isAsked ? 4 : null });
    }
  };
  let buffer = Buffer.alloc(0);
  child.stdout.on('data', (data: Buffer) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      const head = buffer.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/i.exec(buffer.toString('latin1', 0, Math.max(0, head)))?.[1],
      );
      if (head < 0 || buffer.length < head + 4 + length) return;
      const text = buffer.toString('utf8', head + 4, head + 4 + length);
      buffer = buffer.subarray(head + 4 + length);
      take(JSON.parse(text) as Message);
    }
  });
  const uri = (file: string): string => pathToFileURL(path.join(root, file)).href;
  let version = 1;
  const open = (file: string, text: string): void =>
    send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: uri(file), languageId: 'javascript', version, text } },
    });
  const edit = (file: string, text: string): void =>
    send({
      method: 'textDocument/didChange',
      params: { textDocument: { uri: uri(file), version: ++version }, contentChanges: [{ text }] },
    });
  const codes = async (file: string): Promise<string> => {
    const { result } = await request('textDocument/diagnostic', { textDocument: { uri: uri(file) } });
    return (result?.items ?? []).map(({ code }) => code).join(', ');
  };
  const expectCodes = async (what: string, file: string, expected: string): Promise<void> => {
    const found = await codes(file);
    if (found !== expected) process.exitCode = 1;
    console.log(`${found === expected ? 'ok  ' : 'BAD '} ${what}: ${found || 'nothing'}`);
  };
  await request('initialize', {
    processId: process.pid,
    rootUri: folder.uri,
    workspaceFolders: [folder],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true, diagnostics: { refreshSupport: true } },
      textDocument: { diagnostic: { dynamicRegistration: true } },
    },
  });
  send({ method: 'initialized', params: {} });
  open('caller.js', caller);
  open('client.js', client);
  await expectCodes('the caller as saved', 'caller.js', 'leastscope/missing-scope');
  edit('client.js', client.replace('/v1/', '/v9/'));
  await codes('client.js');
  await expectCodes(
    'the caller after an unsaved edit of the client',
    'caller.js',
    'leastscope/unknown-operation',
  );
  edit('client.js', client);
  await codes('client.js');
  await expectCodes('the caller after that edit was undone', 'caller.js', 'leastscope/missing-scope');
  child.kill();
  rmSync(root, { recursive: true, force: true });
}

const [server] = process.argv.slice(2);
if (server === undefined || !existsSync(server)) console.log('skipped: no ESLint server');
else if (!existsSync(plugin)) console.log('skipped: npm run build makes the plugin that is driven');
else await main(server);
