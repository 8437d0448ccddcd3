import { describe, expect, it } from 'vitest';
import { lowerFile } from '../../src/syntax/lower-file.js';

const callsOf = (text: string): unknown =>
  (
    lowerFile('a.vue', text) as { readonly calls: readonly { readonly at: unknown }[] } | undefined
  )?.calls.map(({ at }) => at);

describe('script blocks', () => {
  it('are read where they are not commented out, however many comments stand before', () => {
    const before = `${'<!-- <script>g()</script> -->'.repeat(60_000)}<script>`;
    expect(callsOf(`${before}f()</script>`)).toEqual([[before.length, before.length + 3]]);
  });

  it.each(['<script ', '<script {{', '<script "', "<script a='"])(
    'that never begin are none: %s…',
    (open) => {
      expect(callsOf(open + 'a'.repeat(500_000))).toBeUndefined();
    },
  );

  it('within a comment that never ends are read', () => {
    expect(callsOf('<!-- <script>f()</script>')).toEqual([[13, 16]]);
  });
});
