import { openByteStore } from './byte-store.js';

/** Results under the hash of all that they were made from. */
export interface AnswerStore {
  readonly read: (key: string) => unknown;
  readonly write: (key: string, answer: unknown) => void;
  /** The keys under which there is something, those of the last results first. */
  readonly keys: () => readonly string[];
}

/** Of ASCII alone, as such bytes become a text, and are parsed, several times faster than others. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Opens the store of a folder, which need not exist and is made by `write`. Results of one kind end alike. */
export function openAnswerStore(folder: string, kind = 'answer'): AnswerStore {
  const store = openByteStore(folder, kind);
  return {
    keys: store.keys,
    read: (key) => {
      const content = store.read(key);
      try {
        return content && (JSON.parse(content.toString('latin1')) as unknown);
      } catch {
        return undefined;
      }
    },
    write: (key, answer) => {
      store.write(key, Buffer.from(asciiJson(answer), 'latin1'));
    },
  };
}
