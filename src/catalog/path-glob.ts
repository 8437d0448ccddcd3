/**
 * Whether a glob over full paths reaches a path or a path template. `*` is any text, slashes too; all else is itself.
 * Linear in the path for one `*`, and never more than glob times path.
 */
export function globReaches(glob: string, path: string): boolean {
  let at = 0;
  let globAt = 0;
  let star = -1;
  let starAt = 0;
  while (at < path.length) {
    if (glob[globAt] === '*') {
      star = globAt++;
      starAt = at;
    } else if (glob[globAt] === path[at]) {
      globAt++;
      at++;
    } else if (star >= 0) {
      // The last star takes one character more.
      globAt = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (glob[globAt] === '*') globAt++;
  return globAt === glob.length;
}
