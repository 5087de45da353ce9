/** Close enough for every model's own count. */
const charactersPerToken = 4;

/** Index of the first message that still fits into a number of tokens, counted from the last. */
export function firstKept(turns: readonly { content: string }[], tokens: number): number {
  let left = tokens * charactersPerToken;
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    left -= turns[index]?.content.length ?? 0;
    if (left < 0) return index + 1;
  }
  return 0;
}
