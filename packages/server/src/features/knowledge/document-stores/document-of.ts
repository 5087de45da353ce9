/** The document that a chunk is of, by the name that survives its being split again. */
export function documentOf({
  metadata,
  source,
}: {
  metadata: Record<string, unknown>;
  source: string;
}): string {
  const { source: own } = metadata;
  return typeof own === 'string' && own !== '' ? own : source;
}
