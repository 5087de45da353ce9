/** The stored value of a number field's text: a number, '' for empty, and unreadable text as it stands. */
export function toNumberValue(text: string): number | string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}
