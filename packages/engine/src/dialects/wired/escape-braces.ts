/**
 * Doubles the braces of a text inserted into a prompt template, where a double brace is a literal one: what a user
 * writes between braces is not a placeholder. An unmatched brace cannot be one and stays.
 */
export function escapeBraces(text: string): string {
  const open: number[] = [];
  const paired = new Set<number>();
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '{') open.push(index);
    if (text[index] !== '}') continue;
    const partner = open.pop();
    if (partner !== undefined) paired.add(partner).add(index);
  }
  if (paired.size === 0) return text;
  return [...text.matchAll(/./gsu)]
    .map((match) => (paired.has(match.index) ? match[0].repeat(2) : match[0]))
    .join('');
}
