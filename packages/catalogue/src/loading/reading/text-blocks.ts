import type { Block } from '@tendril/contract/provider/block';

const mostChars = 8000;

/** The paragraphs of plain text, with their lines; a paragraph without an end is cut at lines. */
export function* textBlocks(text: string, linesBefore = 0): Generator<Block> {
  const lines = text.split(/\r\n?|\n/);
  let from = 0;
  let chars = 0;
  const take = (to: number): Block | undefined => {
    const found = lines.slice(from, to).join('\n').trimEnd();
    const place = { lines: [linesBefore + from + 1, linesBefore + to] as const };
    return found.trim() === '' ? undefined : { kind: 'text', text: found, place };
  };
  for (const [at, line] of lines.entries()) {
    const isEnd = line.trim() === '';
    if (isEnd || chars > mostChars) {
      const block = take(at);
      if (block) yield block;
      from = isEnd ? at + 1 : at;
      chars = 0;
    }
    chars += line.length;
  }
  const last = take(lines.length);
  if (last) yield last;
}
