// A full stop, question or exclamation mark with its closing marks, or the end of a line.
// Only from the first of several marks on: a long row of them is not gone through again from each.
const sentenceEnd = /(?<![.!?…。！？])[.!?…。！？]+["'”’)\]]*(?=\s)|\n+/g;

/** Length of the complete sentences at the start of a growing text. */
export function finishedLength(text: string): number {
  let length = 0;
  for (const match of text.matchAll(sentenceEnd)) length = match.index + match[0].length;
  return length;
}

/** Markdown as it is spoken: without its markup. */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/```[^\n]*\n?/g, ' ')
    .replace(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/\[\d{1,2}\]/g, '')
    .replace(/[*_`#>|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
