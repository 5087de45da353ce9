/** Cuts markdown before each heading down to a level; headings inside fenced code are none. */
export function markdownSections(text: string, deepest: number): string[] {
  const sections: string[][] = [[]];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === undefined) fence = mark;
    else if (mark && fence !== undefined && mark.startsWith(fence)) fence = undefined;
    const level = fence === undefined ? /^(#{1,6})\s/.exec(line)?.[1]?.length : undefined;
    if (level !== undefined && level <= deepest) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections.map((lines) => lines.join('\n').trim()).filter(Boolean);
}
