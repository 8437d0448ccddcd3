import { accessLog } from './access-log.js';
import type { RecordingFormat } from './format.js';
import { har } from './har.js';
import { jsonLines } from './json-lines.js';

/** Every format of recordings, in the order in which they are tried. */
export const recordingFormats: readonly RecordingFormat[] = [har, jsonLines, accessLog];
