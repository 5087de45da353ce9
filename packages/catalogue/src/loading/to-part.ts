import type { LoadedPart } from '@tendril/contract/provider/loaded-part';

/** One text of a service as a part of what is loaded; the total is not always known. */
export function toPart(
  pageContent: string,
  metadata: Record<string, unknown>,
  done: number,
  total: number | null = null,
): LoadedPart {
  return { documents: [{ pageContent, metadata }], progress: { done, total, unit: 'parts' } };
}
