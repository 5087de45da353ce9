const sign = ';';

/** The tags in a flow's category column, which API clients write as they like. */
export function readTags(category: string | null): string[] {
  const words = (category ?? '').split(sign).map((word) => word.trim());
  return [...new Set(words)].filter((word) => word !== '');
}

/** The category column with tags removed and added; the rest keeps its order. */
export function changeTags(
  category: string | null,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string {
  const kept = readTags(category).filter((word) => !remove.includes(word));
  return [...new Set([...kept, ...add])].join(sign);
}
