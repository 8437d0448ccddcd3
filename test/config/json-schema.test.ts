import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema.js';

test('the JSON Schema for editors says what the schema says; `vitest run test/config -u` writes it', async () => {
  const schema = {
    ...toJsonSchema(configSchema, { typeMode: 'input' }),
    title: 'leastscope configuration',
  };
  await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(
    '../../schema/config.schema.json',
  );
});
