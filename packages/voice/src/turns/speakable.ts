/**
 * A text in the form for a voice. Markdown would be read aloud, and tags may be commands to a synthesiser (`<break
 * time="999s"/>`), so both are removed.
 */
export function speakable(text: string): string {
  return text
    .replaceAll(/\[([^[\]\n]*)\]\((?:[^()\n]*)\)/g, '$1')
    .replaceAll(/<\/?[A-Za-z][^<>]{0,300}>/g, ' ')
    .replaceAll(/[<>`*_~|]+|^[^\S\n]*(#{1,6}|[-•])\s+/gm, ' ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
