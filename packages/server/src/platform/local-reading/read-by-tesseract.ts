import type { Block, Box } from '@tendril/contract/provider/block';
import type { PictureOfText } from '@tendril/contract/provider/picture-reading';
import { PipedProcess } from '../local-speech/piped-process.ts';
import { pictureLanguages } from './picture-languages.ts';

const pictureMs = 120_000;
const mostBytes = 20 * 1024 * 1024;
/** Words that the program itself doubts are left out. */
const leastConfidence = 30;

interface Line {
  paragraph: string;
  words: string[];
  box: Box;
}

/** The paragraphs of a picture with the boxes of their lines. Throws where the program fails. */
export async function readByTesseract(
  program: string,
  { bytes }: PictureOfText,
  signal: AbortSignal,
  languages?: string,
): Promise<Block[]> {
  const known = await pictureLanguages(program, signal, languages);
  const process = new PipedProcess({
    program,
    arguments: ['-', '-', ...(known === undefined ? [] : ['-l', known]), 'tsv'],
    signal,
    longestMs: pictureMs,
    mostBytes,
  });
  process.write(bytes);
  return toBlocks((await process.end()).toString('utf8'));
}

/** Its table: a row for each page, block, paragraph, line and word, with their pixels. */
function toBlocks(table: string): Block[] {
  let page = { width: 1, height: 1 };
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const row of table.split('\n').slice(1)) {
    const [level, , block, paragraph, , , left, top, width, height, confidence, text = ''] = row.split('\t');
    const [x, y, w, h] = [left, top, width, height].map(Number) as [number, number, number, number];
    if (level === '1') page = { width: w || 1, height: h || 1 };
    else if (level === '4') {
      const box: Box = [x / page.width, y / page.height, w / page.width, h / page.height];
      line = { paragraph: `${block} ${paragraph}`, words: [], box };
      lines.push(line);
    } else if (level === '5' && text.trim() !== '' && Number(confidence) >= leastConfidence)
      line?.words.push(text.trim());
  }
  const read = lines.filter(({ words }) => words.length > 0);
  return [...Map.groupBy(read, (one) => one.paragraph).values()].map((members) => ({
    kind: 'text',
    text: members.map(({ words }) => words.join(' ')).join(' '),
    place: { boxes: members.map(({ box }) => box) },
  }));
}
