const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Headings, rules, and the line below the head of a table. */
const claimless = /^(?:#{1,6} |[-*_=|: ]+$)/;
const underHead = /^[-: |]+$/;
const marker = /^(?:> ?|[-*+•] |\d{1,9}[.)] )/;
/** As many letters and digits as the shortest sentence that states something. */
const fewest = 6;

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** A line without what makes it a quotation or an item of a list. */
function contentOf(line: string): string {
  let rest = line.trim();
  for (;;) {
    const found = marker.exec(rest)?.[0];
    if (found === undefined) return rest;
    rest = rest.slice(found.length).trimStart();
  }
}

function statesSomething(text: string): boolean {
  if (/[:?：？]$/.test(text)) return false;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewest;
}

/**
 * The sentences of an answer that may state something, exactly as they stand in its Markdown: neither headings and code
 * nor questions. A row of a table is one.
 */
export function answerSentences(markdown: string): string[] {
  const found: string[] = [];
  let opened: string | undefined;
  const lines = markdown.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1];
    if (opened !== undefined || mark !== undefined) {
      if (opened === undefined) opened = mark;
      else if (line.trim().startsWith(opened)) opened = undefined;
      continue;
    }
    const content = contentOf(line);
    const below = lines[index + 1]?.trim() ?? '';
    const isHead = content.includes('|') && below.includes('-') && underHead.test(below);
    if (isHead || claimless.test(content)) continue;
    const parts = content.startsWith('|')
      ? [content]
      : Array.from(sentences.segment(content), ({ segment }) => segment.trim());
    found.push(...parts.filter(statesSomething));
  }
  return found;
}
