import { createHash } from 'node:crypto';

/** The same for the same text at the same place of its document: what was chunked before is known again. */
export function parentKey(document: unknown, number: number, text: string): string {
  return createHash('sha256')
    .update(`${String(document)}\n${number}\n${text}`)
    .digest('base64url')
    .slice(0, 27);
}
