/** Servers count lists no further. */
const mostCounted = 10_000;

/** The length of a list in words: `10,000+` where the server has stopped counting. */
export function countedText(total: number): string {
  const text = total.toLocaleString('en-US');
  return total >= mostCounted ? `${text}+` : text;
}
