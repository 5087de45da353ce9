import { JsonScan, maxDepth } from './json-scan.ts';

const encoder = new TextEncoder();
/** Too short to nest too deep. */
const short = 2 * maxDepth;

/**
 * `JSON.parse` for text that somebody else wrote: an answer, a model's words, a file. What nests deeper than 64 or holds
 * too much is a SyntaxError too: it could be read, and would break whatever writes it down again.
 */
export function parseShallowJson(text: string): unknown {
  if (text.length > short) {
    const refusal = new JsonScan('JSON').take(encoder.encode(text));
    if (refusal) throw new SyntaxError(refusal.message);
  }
  return JSON.parse(text);
}
