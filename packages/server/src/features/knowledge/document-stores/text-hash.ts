import { createHash } from 'node:crypto';

/** Identifies what is embedded of a chunk: the same text is embedded once. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
