import { expect, test } from 'vitest';
import { openProgram } from '../../src/clients/find-requests.js';
import { clientModels } from '../../src/clients/index.js';
import { viewSink } from '../../src/clients/view-sink.js';
import { aboutSink, readingFor } from '../../src/values/reads.js';
import { readThings } from '../../src/values/read-things.js';
import { programOf } from '../support/fixture-project.js';

const files = new Map([
  ['config.js', `export const base = 'https://h.example';`],
  ['send.js', `import { base } from './config.js';\nexport const send = () => fetch(base + '/users');`],
]);

test('a sink is read once in a context, and who asks again rests on all that it was read from', () => {
  const program = programOf({ name: 'views', files });
  const { m, graph } = openProgram(program, clientModels, false, undefined, true);
  const [sink] = graph.external;
  if (!sink || !m.reads) throw new Error('no sink');
  const ask = (name: string) =>
    readingFor(m, ['send.js'], () => {
      aboutSink(m, name);
      return viewSink(m, clientModels, sink.site, sink);
    });
  const first = ask('first');
  expect(first?.candidates).toHaveLength(1);
  expect(ask('second')).toBe(first);
  const { bySink } = readThings(m.reads, program);
  expect(bySink.get('second')?.things).toContain('config.js');
  expect([...(bySink.get('first')?.things ?? [])]).toEqual([...(bySink.get('second')?.things ?? [])]);
});

test('a call of something else in the same place is another sink', () => {
  const program = programOf({ name: 'views', files });
  const { m, graph } = openProgram(program);
  const [sink] = graph.external;
  if (!sink) throw new Error('no sink');
  const other = { ...sink, callee: { ...sink.callee, module: 'axios', steps: [] } };
  const first = viewSink(m, clientModels, sink.site, sink);
  expect(viewSink(m, clientModels, sink.site, other)?.model).not.toBe(first?.model);
});
