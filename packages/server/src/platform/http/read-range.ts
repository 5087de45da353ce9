import type { ByteRange } from '../files/content-storage.ts';

/** One range of bytes; undefined for the whole, `none` for one out of bounds. */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const isLast = match[1] === '';
  const start = isLast ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = isLast || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? 'none' : { start, end };
}
