import { UserError } from '../model/errors.js';
import type { Recording } from './formats/format.js';
import { recordingFormats } from './formats/index.js';

/** The requests in the text of a recording, whichever format it has. Throws a UserError when it has none. */
export function readRecording(file: string, text: string): Recording {
  for (const format of recordingFormats) {
    const recording = format.read(text);
    if (recording && recording.requests.length > 0) return recording;
    if (recording) break;
  }
  const [line = ''] = text.trimStart().split('\n', 1);
  throw new UserError(
    text.trim() === ''
      ? 'is empty'
      : `no request was found in it; it begins with ${JSON.stringify(line.slice(0, 60))}`,
    { file },
    'Give an HTTP Archive (.har), an access log with "GET /path HTTP/1.1" in each line, or JSON lines with method and url.',
  );
}
