import type { SeenRequest } from '../../model/observed.js';
import { seenRequest, statusOf, type RecordingFormat } from './format.js';

/** Common and combined log format, and whatever else has `"GET /path HTTP/1.1" 200` in each line. */
export const accessLog: RecordingFormat = {
  id: 'access-log',
  read(text) {
    const requests: SeenRequest[] = [];
    const skipped: number[] = [];
    text.split('\n').forEach((line, i) => {
      if (line.trim() === '') return;
      const request = requestOf(line, i + 1);
      if (request) requests.push(request);
      else skipped.push(i + 1);
    });
    return requests.length === 0 ? undefined : { requests, skipped };
  },
};

/** The first text in quotes that is a request line, and the number behind it. */
function requestOf(text: string, line: number): SeenRequest | undefined {
  for (let from = text.indexOf('"'); from >= 0;) {
    const to = closing(text, from + 1);
    if (to < 0) return undefined;
    const [method = '', target = '', protocol = '', ...rest] = text.slice(from + 1, to).split(' ');
    if (rest.length === 0 && protocol.startsWith('HTTP/')) {
      const [status = ''] = text
        .slice(to + 1)
        .trimStart()
        .split(' ', 1);
      return seenRequest(method, target, { line, ...statusOf(status) });
    }
    from = text.indexOf('"', to + 1);
  }
  return undefined;
}

/** The next quotation mark that is not escaped. */
function closing(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf('"', at + 1);
  return at;
}
