const sign = ';';

/** The tags of a flow's category column, which outside clients write as they like. */
export function readTags(category: string | null): string[] {
  const words = (category ?? '').split(sign).map((word) => word.trim());
  return [...new Set(words)].filter((word) => word !== '');
}

/** The category column with tags taken away and others added; what was there keeps its order. */
export function changeTags(
  category: string | null,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string {
  const kept = readTags(category).filter((word) => !remove.includes(word));
  return [...new Set([...kept, ...add])].join(sign);
}
