// A stop, question or exclamation mark with what may follow it, or a line's end.
const sentenceEnd = /[.!?…。！？]+["'”’)\]]*(?=\s)|\n+/g;

/** Length of the part of a growing text that is made of whole sentences. */
export function finishedLength(text: string): number {
  let length = 0;
  for (const match of text.matchAll(sentenceEnd)) length = match.index + match[0].length;
  return length;
}

/** Markdown as it is spoken: without its marks. */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/```[^\n]*\n?/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\d{1,2}\]/g, '')
    .replace(/[*_`#>|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
