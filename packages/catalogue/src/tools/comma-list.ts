/** A list that somebody wrote with commas; undefined for an empty one. */
export function commaList(text: string | undefined): string[] | undefined {
  const items = (text ?? '').split(',').map((item) => item.trim());
  const written = items.filter(Boolean);
  return written.length > 0 ? written : undefined;
}
