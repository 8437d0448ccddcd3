import type { TSESTree } from '@typescript-eslint/utils';
import type { ModuleSummary } from '../model/module-summary.js';
import type { Draft, FunctionContext, Lowering } from './draft.js';
import { finalVersion, reference, settleAnys, settleFinals } from './flow.js';
import { lowerExpression, lowerNamed } from './lower-expression.js';
import { lowerClass } from './lower-class.js';
import { lowerFunction } from './lower-function.js';
import { declareValue } from './lower-pattern.js';
import { declaredNames } from './lower-declaration.js';
import { lowerStatement } from './lower-statement.js';
import { atOf, type Node } from './node.js';
import { buildScopes, lookUp, namesIn } from './scopes.js';

/** Raise when lowering changes what it makes of the same text: cached summaries of other versions are not read. */
export const loweringVersion = 51;

export interface ModuleSource {
  readonly file: string;
  readonly text: string;
  readonly program: TSESTree.Program;
  readonly comments: ModuleSummary['comments'];
  readonly errors: ModuleSummary['syntaxErrors'];
}

/** Lowers a parsed file to its summary: plain JSON, a pure function of the file's text. */
export function lowerModule(source: ModuleSource): ModuleSummary {
  const scopes = buildScopes(source.program);
  const draft: Draft = {
    file: source.file,
    text: source.text,
    scopes,
    imports: [],
    loads: [],
    exports: [],
    bindings: {},
    functions: [
      { name: '', kind: 'module', at: [0, source.text.length], parameters: [], returns: [], yields: [] },
    ],
    classes: [],
    calls: [],
    waits: [],
    stores: [],
    deletions: [],
    tests: {},
    throws: [],
    types: [],
    versions: new Map(),
    finals: new Set(),
    reads: new Map(),
    seen: new Map(),
    anys: new Set(),
  };
  const fn: FunctionContext = {
    index: 0,
    node: source.program,
    capture: (v) => v.id,
    jumps: [],
    thisClass: undefined,
    fields: undefined,
    argumentsOf: 0,
  };
  const l: Lowering = {
    draft,
    fn,
    scope: scopes.root,
    flow: { versions: new Map(), guards: new Map(), frames: [], reachable: true },
  };
  const body = source.program.body;
  for (const node of body) if (node.type === 'ImportDeclaration') lowerImport(l, node);
  for (const node of body) if (isHoisted(node)) lowerTopLevel(l, node);
  for (const node of body) if (!isHoisted(node)) lowerTopLevel(l, node);
  settleFinals(l);
  settleAnys(draft);
  return {
    loweringVersion,
    file: source.file,
    imports: draft.imports,
    ...(draft.loads.length > 0 ? { loads: draft.loads } : {}),
    exports: draft.exports,
    bindings: draft.bindings,
    functions: draft.functions,
    classes: draft.classes,
    calls: draft.calls,
    waits: draft.waits,
    stores: draft.stores,
    ...(draft.deletions.length > 0 ? { deletions: draft.deletions } : {}),
    tests: draft.tests,
    ...(draft.throws.length > 0 ? { throws: draft.throws } : {}),
    types: draft.types,
    comments: source.comments.filter((c) => c.text.includes('leastscope')),
    lineStarts: lineStartsOf(source.text),
    syntaxErrors: source.errors,
  };
}

function isHoisted(node: Node): boolean {
  if (node.type === 'FunctionDeclaration') return true;
  return (
    (node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration') &&
    node.declaration?.type === 'FunctionDeclaration'
  );
}

function lowerTopLevel(l: Lowering, node: Node): void {
  switch (node.type) {
    case 'ImportDeclaration':
      break;
    case 'ExportNamedDeclaration':
      lowerNamedExport(l, node);
      break;
    case 'ExportDefaultDeclaration':
      lowerDefaultExport(l, node);
      break;
    case 'ExportAllDeclaration':
      lowerStarExport(l, node);
      break;
    case 'TSExportAssignment':
      l.draft.exports.push({
        kind: 'assignment',
        value: lowerExpression(l, node.expression),
        at: atOf(node),
      });
      break;
    case 'TSImportEqualsDeclaration':
      lowerImportEquals(l, node);
      break;
    default:
      lowerStatement(l, node);
  }
}

function lowerImport(l: Lowering, node: TSESTree.ImportDeclaration): void {
  if (node.specifiers.length === 0) l.draft.loads.push(node.source.value);
  for (const specifier of node.specifiers) {
    const name =
      specifier.type === 'ImportDefaultSpecifier'
        ? 'default'
        : specifier.type === 'ImportNamespaceSpecifier'
          ? '*'
          : exportedName(specifier.imported);
    const typeOnly =
      node.importKind === 'type' || (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type');
    const variable = lookUp(l.scope, specifier.local.name);
    if (!variable) continue;
    const at = atOf(specifier);
    declareValue(l, variable, { kind: 'imported', module: node.source.value, name, at });
    l.draft.imports.push({
      binding: variable.id,
      module: node.source.value,
      name,
      ...(typeOnly ? { typeOnly: true as const } : {}),
      at,
    });
  }
}

const exportedName = (node: TSESTree.Identifier | TSESTree.StringLiteral): string =>
  node.type === 'Identifier' ? node.name : node.value;

function lowerImportEquals(l: Lowering, node: TSESTree.TSImportEqualsDeclaration): void {
  const variable = lookUp(l.scope, node.id.name);
  if (!variable) return;
  const { moduleReference } = node;
  if (moduleReference.type === 'TSExternalModuleReference') {
    const module = lowerExpression(l, moduleReference.expression);
    declareValue(l, variable, { kind: 'import', module, at: atOf(node) });
  }
}

function lowerNamedExport(l: Lowering, node: TSESTree.ExportNamedDeclaration): void {
  if (node.declaration) {
    const declaration = node.declaration as Node;
    lowerStatement(l, declaration);
    const names =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.flatMap((d) => namesIn(d.id).map((id) => id.name))
        : declaredNames(declaration);
    for (const name of names) exportBinding(l, name, name, node);
    return;
  }
  for (const specifier of node.specifiers) {
    const name = exportedName(specifier.exported);
    const local = exportedName(specifier.local);
    if (node.source)
      l.draft.exports.push({
        kind: 'from',
        name,
        module: node.source.value,
        imported: local,
        at: atOf(specifier),
      });
    else exportBinding(l, name, local, node);
  }
}

function exportBinding(l: Lowering, name: string, local: string, node: Node): void {
  const variable = lookUp(l.scope, local);
  if (!variable) return;
  l.draft.exports.push({
    kind: 'value',
    name,
    value: reference(finalVersion(l.draft, variable), atOf(node)),
    at: atOf(node),
  });
}

function lowerDefaultExport(l: Lowering, node: TSESTree.ExportDefaultDeclaration): void {
  const declaration = node.declaration as Node;
  const at = atOf(declaration);
  if (declaration.type === 'FunctionDeclaration' && !declaration.id) {
    const fn = lowerFunction(l, declaration, { name: 'default', runsLater: true });
    l.draft.exports.push({ kind: 'value', name: 'default', value: { kind: 'function', fn, at }, at });
  } else if (declaration.type === 'ClassDeclaration' && !declaration.id) {
    l.draft.exports.push({
      kind: 'value',
      name: 'default',
      value: { kind: 'class', cls: lowerClass(l, declaration, 'default'), at },
      at,
    });
  } else if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
    lowerStatement(l, declaration);
    if (declaration.id) exportBinding(l, 'default', declaration.id.name, node);
  } else if (declaration.type !== 'TSInterfaceDeclaration') {
    l.draft.exports.push({
      kind: 'value',
      name: 'default',
      value: lowerNamed(l, declaration, 'default'),
      at,
    });
  } else lowerStatement(l, declaration);
}

function lowerStarExport(l: Lowering, node: TSESTree.ExportAllDeclaration): void {
  const at = atOf(node);
  if (!node.exported) l.draft.exports.push({ kind: 'star', module: node.source.value, at });
  else
    l.draft.exports.push({
      kind: 'from',
      name: exportedName(node.exported),
      module: node.source.value,
      imported: '*',
      at,
    });
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}
