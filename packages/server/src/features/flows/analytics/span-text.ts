const longestText = 64 * 1024;

/** Text as it is, anything else as JSON; too long texts are cut, because a receiver refuses the whole batch for one. */
export function spanText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)}… (${text.length - longestText} more characters)`;
}
