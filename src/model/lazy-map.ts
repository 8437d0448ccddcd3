/** A map whose values are made when they are asked for, each once. A value that can't be made is not there. */
export const lazyMap = <K, V>(keys: Iterable<K>, make: (key: K) => V | undefined): ReadonlyMap<K, V> =>
  new LazyMap(keys, make);

class LazyMap<K, V> implements ReadonlyMap<K, V> {
  readonly #keys: ReadonlySet<K>;
  readonly #make: (key: K) => V | undefined;
  readonly #made = new Map<K, V | undefined>();

  constructor(keys: Iterable<K>, make: (key: K) => V | undefined) {
    this.#keys = new Set(keys);
    this.#make = make;
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: K): boolean {
    return this.#keys.has(key);
  }

  get(key: K): V | undefined {
    if (!this.#keys.has(key)) return undefined;
    if (!this.#made.has(key)) this.#made.set(key, this.#make(key));
    return this.#made.get(key);
  }

  keys(): SetIterator<K> {
    return this.#keys.values();
  }

  *entries(): MapIterator<[K, V]> {
    for (const key of this.#keys) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  forEach(act: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) act(value, key, this);
  }
}
