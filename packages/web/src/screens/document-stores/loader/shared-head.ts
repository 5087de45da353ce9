/** How many characters of a text's beginning are the end of the text before it, at most `most`. */
export function sharedHead(before: string, text: string, most: number): number {
  for (let length = Math.min(before.length, text.length, most); length > 0; length -= 1) {
    if (before.endsWith(text.slice(0, length))) return length;
  }
  return 0;
}
