/** The tags of a flow, which are stored between semicolons. */
export function tagsOf({ category }: { category: string }): string[] {
  return [...new Set(category.split(';').map((word) => word.trim()))].filter((word) => word !== '');
}

/** The tags that all of some flows have. */
export function commonTags(flows: readonly { category: string }[]): string[] {
  const [first, ...others] = flows.map(tagsOf);
  return (first ?? []).filter((tag) => others.every((tags) => tags.includes(tag)));
}
