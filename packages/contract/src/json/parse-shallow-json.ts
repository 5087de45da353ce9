import { JsonScan, maxDepth, maxFields } from './json-scan.ts';

const encoder = new TextEncoder();
/** Too short to nest too deep. */
const short = 2 * maxDepth;
const openArray = 91;
const openObject = 123;

/**
 * `JSON.parse` for foreign text: a response, a model's answer, a file. Text that nests deeper than 64 or holds too much
 * is a SyntaxError too: it could be parsed, but would break whatever serializes it again. `bytes`: the same text, where
 * it came as them.
 */
export function parseShallowJson(text: string, bytes?: Uint8Array): unknown {
  if (text.length > short && !isFlat(text)) {
    const refusal = new JsonScan('JSON').take(bytes ?? encoder.encode(text));
    if (refusal) throw new SyntaxError(refusal.message);
  }
  return JSON.parse(text);
}

/** Whether a text shows at a glance that it is harmless: the parts of a streamed answer do, thousands of them a second. */
function isFlat(text: string): boolean {
  // Each field takes several characters.
  if (text.length > maxFields) return false;
  let opened = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === openObject || code === openArray) opened += 1;
  }
  return opened <= maxDepth;
}
