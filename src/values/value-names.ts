/** Names of values that fill a parameter: ids, dates, numbers. */
export const isValueName = (name: string): boolean =>
  /(?:id|ids|guid|uuid|slug|login|email|user|username|owner|repo|date|token|sha|number|num|no|page|count|size|limit|offset|cursor|index|key|hash|ref|time|timestamp|year|month|day)(?:\(\)|\[.*\])?$/i.test(
    name,
  );
