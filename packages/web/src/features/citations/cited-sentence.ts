const marks = /(?:\s*\[\d{1,3}\])+\s*$/;
const closing = /[\s.!?…。！？:;"'”’)\]]+$/;
const sentenceEnd = /[.!?…](?:["'”’)]|\[\d{1,3}\])*\s+|[。！？]|\n+/g;

/** The sentence that a mark stands behind, of the text before it. */
export function citedSentence(before: string): string {
  let text = before.trimEnd();
  // "… at nine. [1][2]": the second mark means the same sentence.
  while (marks.test(text)) text = text.replace(marks, '');
  const body = text.replace(closing, '');
  let from = 0;
  for (const match of body.matchAll(sentenceEnd)) from = match.index + match[0].length;
  return body
    .slice(from)
    .replaceAll(/\[\d{1,3}\]/g, '')
    .trim();
}
