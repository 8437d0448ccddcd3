import path from 'node:path';
import type { Call, Expr, ModuleSummary, TypeRef } from '../model/module-summary.js';
import type { AnsweredType, TypeAnswer } from '../model/type-question.js';

/** A summary in which the receivers that were asked about say what they are. */
export function withTypes(summary: ModuleSummary, answers: readonly AnsweredType[]): ModuleSummary {
  if (answers.length === 0) return summary;
  const byPlace = new Map(answers.map(({ at, type }) => [at.join('-'), type]));
  const bindings = { ...summary.bindings };
  const cast = (value: Expr): Expr => {
    const answer = 'at' in value ? byPlace.get((value.at ?? []).join('-')) : undefined;
    const type = answer && typeRef(summary, answer, bindings);
    if (!answer || !type || !('at' in value) || !value.at) return value;
    // Where it comes from says less than what it is.
    const unknown: Expr = { kind: 'opaque', reason: 'runtime', name: answer.name, at: value.at };
    return { kind: 'type-cast', value: unknown, type };
  };
  const calls = summary.calls.map((call): Call => {
    const { callee } = call;
    if (callee.kind !== 'member') return call;
    const object =
      callee.object.kind === 'await'
        ? { ...callee.object, value: cast(callee.object.value) }
        : cast(callee.object);
    return object === callee.object ? call : { ...call, callee: { ...callee, object } };
  });
  return { ...summary, bindings, calls };
}

type Bindings = Record<string, ModuleSummary['bindings'][string]>;

/** The type's name, as if the file imported it. */
function typeRef(summary: ModuleSummary, answer: TypeAnswer, bindings: Bindings): TypeRef | undefined {
  if (answer.kind === 'class' && answer.file === summary.file) return ownClass(summary, answer.name);
  if (answer.kind === 'class' && answer.exported === '') return undefined;
  const [module, name] =
    answer.kind === 'class'
      ? [specifierOf(summary.file, answer.file), answer.exported]
      : [answer.module, answer.name];
  const binding = `${answer.name}@type:${module}`;
  bindings[binding] = {
    name: answer.name,
    within: 0,
    value: { kind: 'imported', module, name, at: [0, 0] },
  };
  return { kind: 'named', name: [answer.name], binding, args: [] };
}

function ownClass(summary: ModuleSummary, name: string): TypeRef | undefined {
  const found = Object.entries(summary.bindings).find(
    ([, { value }]) => value.kind === 'class' && summary.classes[value.cls]?.name === name,
  );
  return found && { kind: 'named', name: [name], binding: found[0], args: [] };
}

function specifierOf(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
