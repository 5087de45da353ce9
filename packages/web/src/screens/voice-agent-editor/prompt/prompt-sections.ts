/** A heading of a prompt with what stands under it; offsets count characters. */
interface PromptSection {
  /** How many `#` it has. */
  level: number;
  /** End of the heading's line. */
  from: number;
  /** End of the last line under it. */
  to: number;
  /** Lines under it. */
  lines: number;
}

const heading = /^(#{1,6})[ \t]+\S/;
const fence = /^\s*```/;

/** The section that begins in the line at `lineIndex` of `lines`; undefined when that line is no heading or has nothing under it. */
export function sectionAt(lines: readonly string[], lineIndex: number): PromptSection | undefined {
  const level = heading.exec(lines[lineIndex] ?? '')?.[1]?.length;
  if (level === undefined) return undefined;
  let last = lineIndex;
  let isCode = false;
  for (let index = lineIndex + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (fence.test(line)) isCode = !isCode;
    const next = isCode ? undefined : heading.exec(line)?.[1]?.length;
    if (next !== undefined && next <= level) break;
    last = index;
  }
  if (last === lineIndex) return undefined;
  const from = lengthOf(lines, 0, lineIndex);
  return { level, from, to: from + lengthOf(lines, lineIndex + 1, last) + 1, lines: last - lineIndex };
}

/** Characters of the lines from `first` to `last` with the breaks between them. */
function lengthOf(lines: readonly string[], first: number, last: number): number {
  let sum = last - first;
  for (let index = first; index <= last; index += 1) sum += lines[index]?.length ?? 0;
  return sum;
}
