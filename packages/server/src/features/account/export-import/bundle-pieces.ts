import type { Bundle } from './bundle.ts';

/** A part of a bundle, small enough to be passed between threads without a stop. */
export type BundlePiece = Partial<Bundle>;

const charactersAtOnce = 2_000_000;

/** A bundle in parts: joined by `joinPiece` they give it again. */
export function* piecesOf(bundle: Bundle): Generator<BundlePiece> {
  for (const [key, list] of Object.entries(bundle)) {
    if (!Array.isArray(list)) {
      yield { [key]: list };
      continue;
    }
    let part: unknown[] = [];
    let size = 0;
    for (const entry of list) {
      part.push(entry);
      size += sizeOf(entry);
      if (size < charactersAtOnce) continue;
      yield { [key]: part };
      part = [];
      size = 0;
    }
    if (part.length > 0) yield { [key]: part };
  }
}

export function joinPiece(bundle: Bundle, piece: BundlePiece): void {
  for (const [key, value] of Object.entries(piece)) {
    const list: unknown = bundle[key as keyof Bundle];
    if (Array.isArray(list)) for (const entry of value as unknown[]) list.push(entry);
    else Object.assign(bundle, { [key]: value });
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 16);
}
