const units = [
  [86_400, 'a day', 'day'],
  [3_600, 'an hour', 'hour'],
  [60, 'a minute', 'minute'],
  [1, 'a second', 'second'],
] as const;

/** Whole seconds in the largest unit that divides them: `a minute`, `90 seconds`, `2 hours`. */
export function duration(seconds: number): string {
  const [size, one, name] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [
    1,
    'a second',
    'second',
  ];
  return seconds === size ? one : `${seconds / size} ${name}s`;
}
