import type { SourceDocument } from '@tendril/contract/provider/document';

/** Documents without the metadata named in "Omit Metadata Keys"; `*` names all that is not the user's own. */
export function omitMetadata(
  documents: readonly SourceDocument[],
  omitted: string | undefined,
  own: unknown,
): SourceDocument[] {
  const names = new Set((omitted ?? '').split(',').map((name) => name.trim()));
  const added = typeof own === 'object' && own !== null ? own : {};
  return documents.map((document) => {
    const entries = Object.entries(document.metadata).filter(([name]) => !names.has('*') && !names.has(name));
    return { ...document, metadata: { ...Object.fromEntries(entries), ...added } };
  });
}
