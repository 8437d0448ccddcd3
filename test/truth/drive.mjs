// Runs a client once for each client id, from a copy of its own: `node drive.mjs copies/{token}/client.mjs a b c`.
import { pathToFileURL } from 'node:url';

const [file, ...tokens] = process.argv.splice(2);
for (const token of tokens) {
  process.env.OT_TOKEN = token;
  // Calls end at the first refusal; the platform has seen it.
  const { href } = pathToFileURL(file.replace('{token}', token));
  await import(href).catch(() => undefined);
}
