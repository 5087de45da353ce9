const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** About how many tokens a text has: four letters are one, of scripts without spaces each letter is one. */
export function estimateTokens(text: string): number {
  const single = text.match(dense)?.length ?? 0;
  return Math.ceil(single + (text.length - single) / 4);
}
