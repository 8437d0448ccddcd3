/** Whether more than `enough` of the times, which grow between questions, lie in one half-open window of `w` ms. */
export function watch(times: readonly number[], w: number, enough: number): () => boolean {
  let [from, to, isMet] = [0, 0, false];
  return () => {
    for (; to < times.length && !isMet; to++) {
      const time = times[to] ?? 0;
      while (time - (times[from] ?? time) >= w - 1e-6) from++;
      isMet = to - from + 1 > enough;
    }
    return isMet;
  };
}

/** Acts the first time only. */
export function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
