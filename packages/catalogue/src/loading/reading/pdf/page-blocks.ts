import type { Block } from '@tendril/contract/provider/block';
import { joinedText, listMark } from '../../reflow-lines.ts';
import type { HeadingSizes } from './heading-sizes.ts';
import type { FlowEntry } from './page-lines.ts';
import type { Segment } from './page-segments.ts';

const captionMark = /^(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|chart|diagram)\s*\d+/i;

interface Paragraph {
  lines: Segment[];
  kind: 'heading' | 'text' | 'list' | 'caption';
  level: number | undefined;
}

/** How far apart the baselines of a region are: half of all are no further. */
function usualStep(lines: readonly Segment[]): number {
  const steps = lines
    .slice(1)
    .map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
    .filter((step, index) => step > 0 && step < (lines[index]?.size ?? 10) * 2.2)
    .sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 2)] ?? (lines[0]?.size ?? 10) * 1.2;
}

interface Region {
  right: number;
  left: number;
  step: number;
  sizes: HeadingSizes;
}

function kindOf(line: Segment, level: number | undefined): Paragraph['kind'] {
  if (level !== undefined) return 'heading';
  if (captionMark.test(line.text)) return 'caption';
  return listMark.test(line.text) ? 'list' : 'text';
}

/** Whether a line goes on with the paragraph above it. */
function goesOn(paragraph: Paragraph, line: Segment, region: Region): boolean {
  const last = paragraph.lines.at(-1);
  if (!last) return false;
  const step = line.baseline - last.baseline;
  const level = region.sizes.levelOf(line);
  if (level !== paragraph.level || Math.abs(line.size - last.size) > last.size * 0.12) return false;
  if (paragraph.kind === 'heading') return step > 0 && step <= last.size * 1.7 && last.isBold === line.isBold;
  if (listMark.test(line.text) || captionMark.test(line.text)) return false;
  if (step <= 0) return /^\p{Ll}/u.test(line.text) && !/[.!?:]$/.test(last.text);
  if (step > Math.max(region.step * 1.3, last.size * 1.2)) return false;
  const [first = last] = paragraph.lines;
  const isEnded = /[.!?:]["”’)]?$/.test(last.text) && last.right < region.right - last.size * 2;
  const isIndented = line.left > region.left + line.size * 0.8 && line.left > last.left + line.size * 0.8;
  if (paragraph.kind === 'list') return line.left > first.left + line.size * 0.4 || !isEnded;
  return !isEnded && !isIndented;
}

function paragraphText({ lines, kind }: Paragraph): string {
  const whole = lines.map(({ text }) => text).join('\n');
  return lines
    .map(({ text }) => text)
    .reduce((before, after) => joinedText(before, after, kind === 'heading' ? '' : whole));
}

function toBlock(paragraph: Paragraph, page: number): Block {
  const { kind, level, lines } = paragraph;
  const place = { page, boxes: lines.map(({ box }) => box) };
  return { kind, ...(level !== undefined && { level }), text: paragraphText(paragraph), place };
}

/** Items of one list stand together. */
function withJoinedLists(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.kind !== 'list' || last?.kind !== 'list') joined.push(block);
    else {
      const boxes = [...(last.place.boxes ?? []), ...(block.place.boxes ?? [])];
      joined[joined.length - 1] = {
        ...last,
        text: `${last.text}\n${block.text}`,
        place: { ...last.place, boxes },
      };
    }
  }
  return joined;
}

function regionOf(entries: readonly FlowEntry[], sizes: HeadingSizes): Region {
  const lines = entries.flatMap((entry) => ('line' in entry ? [entry.line] : []));
  const rights = lines.map(({ right }) => right);
  const lefts = lines.map(({ left }) => left);
  return {
    right: Math.max(0, ...rights),
    left: Math.min(...lefts, Number.MAX_VALUE),
    step: usualStep(lines),
    sizes,
  };
}

/** The blocks of a page from its regions, which are in the order in which they are read. */
export function pageBlocks(regions: readonly FlowEntry[][], sizes: HeadingSizes, page: number): Block[] {
  const blocks: Block[] = [];
  let open: Paragraph | undefined;
  const end = () => {
    if (open) blocks.push(toBlock(open, page));
    open = undefined;
  };
  for (const entries of regions) {
    const region = regionOf(entries, sizes);
    for (const entry of entries) {
      if ('table' in entry) {
        end();
        blocks.push({ kind: 'table', text: entry.table.text, place: { page, boxes: entry.table.boxes } });
      } else if (open && goesOn(open, entry.line, region)) open.lines.push(entry.line);
      else {
        end();
        const level = sizes.levelOf(entry.line);
        open = { lines: [entry.line], kind: kindOf(entry.line, level), level };
      }
    }
  }
  end();
  return withJoinedLists(blocks);
}
