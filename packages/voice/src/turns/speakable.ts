/**
 * A text as a voice is to read it. Signs of Markdown would be read out, and tags may be orders to a synthesiser
 * (`<break time="999s"/>`), so both are taken out.
 */
export function speakable(text: string): string {
  return text
    .replaceAll(/\[([^\]\n]*)\]\((?:[^()\n]*)\)/g, '$1')
    .replaceAll(/<\/?[A-Za-z][^<>]{0,300}>/g, ' ')
    .replaceAll(/[<>`*_~|]+|^\s*(#{1,6}|[-•])\s+/gm, ' ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
