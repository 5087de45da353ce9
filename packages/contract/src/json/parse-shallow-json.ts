import { JsonScan, maxDepth } from './json-scan.ts';

const encoder = new TextEncoder();
/** Too short to nest too deep. */
const short = 2 * maxDepth;

/**
 * `JSON.parse` for foreign text: a response, a model's answer, a file. Text that nests deeper than 64 or holds too much
 * is a SyntaxError too: it could be parsed, but would break whatever serializes it again.
 */
export function parseShallowJson(text: string): unknown {
  if (text.length > short) {
    const refusal = new JsonScan('JSON').take(encoder.encode(text));
    if (refusal) throw new SyntaxError(refusal.message);
  }
  return JSON.parse(text);
}
