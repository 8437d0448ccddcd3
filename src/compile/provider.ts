import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { SecurityScheme } from '../model/catalog.js';
import { UserError } from '../model/errors.js';
import type { CompileSettings, SourceText } from './format.js';
import type { ProviderFacts } from './merge.js';
import type { Override } from './overrides.js';
import { readText } from './read-text.js';
import { readYamlSettings } from './yaml-settings.js';

/** A provider's folder, read: what its documents mean, which they are, and what settles their conflicts. */
export interface ProviderFolder {
  readonly facts: ProviderFacts;
  readonly settings: CompileSettings;
  readonly documents: readonly SourceText[];
  readonly overrides: readonly Override[];
}

const schemeSchema = v.strictObject({
  type: v.picklist(['oauth2', 'http', 'apiKey', 'openIdConnect', 'mutualTLS', 'token']),
  description: v.exactOptional(v.string()),
  obtainedFrom: v.exactOptional(v.string()),
}) satisfies v.GenericSchema<unknown, SecurityScheme>;

const providerSchema = v.strictObject({
  title: v.string(),
  /** What several scopes for one operation mean. The reason is for readers: an unexplained choice is a guess. */
  scopeList: v.strictObject({ means: v.picklist(['any', 'all']), reason: v.string() }),
  servers: v.strictObject({ urls: v.array(v.string()), reason: v.string() }),
  caseInsensitivePaths: v.exactOptional(v.boolean()),
  /** The scheme that assignment tables speak of. */
  scopeScheme: v.string(),
  schemes: v.record(v.string(), schemeSchema),
  documents: v.pipe(
    v.array(v.strictObject({ file: v.string(), title: v.string() })),
    v.minLength(1, 'expected at least one document'),
  ),
});

const overridesSchema = v.array(
  v.strictObject({
    kind: v.picklist(['security', 'path', 'limit', 'description']),
    subject: v.string(),
    as: v.string(),
    reason: v.string(),
  }),
);

/** Reads `provider.yaml`, `overrides.yaml` if there is one, and the documents. Files of `sources/` that nobody lists are an error. */
export function readProviderFolder(directory: string): ProviderFolder {
  const file = path.join(directory, 'provider.yaml');
  const { value, lineAt } = readYamlSettings(readText(file), file, providerSchema);
  const listed = value.documents.map((entry) => entry.file);
  refuseUnlisted(directory, listed);
  const documents = value.documents.map((entry, index) => {
    const documentFile = path.join(directory, entry.file);
    if (!existsSync(documentFile)) {
      throw new UserError(
        `lists the document ${entry.file}, which doesn't exist`,
        { file, line: lineAt(['documents', index, 'file']) },
        `Create ${documentFile}, or take the entry out.`,
      );
    }
    return { document: entry.file, file: documentFile, text: readText(documentFile) };
  });
  return {
    facts: {
      provider: path.basename(path.resolve(directory)),
      title: value.title,
      servers: value.servers.urls,
      schemes: value.schemes,
      ...(value.caseInsensitivePaths ? { caseInsensitivePaths: true } : {}),
      sources: value.documents.map((entry) => ({ document: entry.file, title: entry.title })),
    },
    settings: { scopeArray: value.scopeList.means, scopeScheme: value.scopeScheme },
    documents,
    overrides: readOverrides(directory),
  };
}

function refuseUnlisted(directory: string, listed: readonly string[]): void {
  const folder = path.join(directory, 'sources');
  if (!existsSync(folder)) return;
  const unlisted = readdirSync(folder)
    .map((entry) => `sources/${entry}`)
    .find((entry) => !listed.includes(entry));
  if (unlisted === undefined) return;
  throw new UserError(
    `doesn't list ${unlisted} among its documents`,
    { file: path.join(directory, 'provider.yaml') },
    'Add it to `documents`, or move the file out of `sources`.',
  );
}

function readOverrides(directory: string): readonly Override[] {
  const file = path.join(directory, 'overrides.yaml');
  if (!existsSync(file)) return [];
  const { value, lineAt } = readYamlSettings(readText(file), file, overridesSchema);
  return value.map((entry, index) => ({
    ...entry,
    source: { document: 'overrides.yaml', line: lineAt([index]) },
  }));
}
