/** A part of a text; `isMarked` where it is one of the words looked for. */
export interface MarkedPart {
  text: string;
  isMarked: boolean;
}

// Words common to every text do not explain why it was found.
const common = new Set(
  'a an and are as at be by can do does for from how i if in is it me my of on or so that the this to was we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The words of a question that are worth marking: no common ones, unless there are no others. */
export function wordsToMark(question: string): string[] {
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const telling = words.filter((word) => word.length > 1 && !common.has(word));
  return telling.length > 0 ? telling : words;
}

/** Cuts a text where one of the words begins: whole words and those that begin like one ("repair" in "repairs"). */
export function markWords(text: string, words: readonly string[]): MarkedPart[] {
  if (words.length === 0) return [{ text, isMarked: false }];
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = match[0].toLowerCase();
    const isMarked = words.some(
      (wanted) => word === wanted || (wanted.length > 3 && word.startsWith(wanted)),
    );
    if (!isMarked) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isMarked: false });
    parts.push({ text: match[0], isMarked: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false });
  return parts;
}

/** Cuts a text at every place that holds exactly what was searched for, whatever its case. */
export function markText(text: string, search: string): MarkedPart[] {
  const wanted = search.toLowerCase();
  const lower = text.toLowerCase();
  // Some letters change their length with their case: then places would not fit.
  if (wanted === '' || lower.length !== text.length) return [{ text, isMarked: false }];
  const parts: MarkedPart[] = [];
  let end = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, end)) {
    if (at > end) parts.push({ text: text.slice(end, at), isMarked: false });
    parts.push({ text: text.slice(at, at + wanted.length), isMarked: true });
    end = at + wanted.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false });
  return parts;
}
