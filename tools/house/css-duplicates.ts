import type { SourceFile } from './source-tree.ts';

const windowLines = 6;
const mostShare = 0.03;
const loneMark = /^[{}()[\];,]*$/;

interface Line {
  path: string;
  number: number;
  text: string;
  stands: number;
}

function significantLines(file: SourceFile): Line[] {
  const withoutComments = file.text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));
  return withoutComments
    .split('\n')
    .map((raw, index) => ({
      path: file.path,
      number: index + 1,
      text: raw.trim().replace(/\s+/g, ' '),
      stands: 1,
    }))
    .filter((line) => !loneMark.test(line.text));
}

/** The lines of style sheets that stand again somewhere, as part of six lines in a row. */
export function repeatedStyleLines(sheets: readonly SourceFile[]): { lines: number; repeated: Line[] } {
  const perSheet = sheets.map(significantLines);
  const windows = new Map<string, Line[][]>();
  for (const lines of perSheet) {
    for (let start = 0; start + windowLines <= lines.length; start++) {
      const window = lines.slice(start, start + windowLines);
      const key = window.map((line) => line.text).join('\n');
      windows.set(key, [...(windows.get(key) ?? []), window]);
    }
  }
  for (const places of windows.values()) {
    if (places.length === 1) continue;
    for (const line of places.flat()) line.stands = Math.max(line.stands, places.length);
  }
  const all = perSheet.flat();
  return { lines: all.length, repeated: all.filter((line) => line.stands > 1) };
}

function stretches(lines: readonly Line[]): string[] {
  const found: { path: string; first: number; last: number }[] = [];
  for (const line of lines) {
    const latest = found.at(-1);
    if (latest?.path === line.path && line.number - latest.last <= 3) latest.last = line.number;
    else found.push({ path: line.path, first: line.number, last: line.number });
  }
  return found.map(({ path, first, last }) => `${path}:${first}-${last} stands again elsewhere`);
}

/** Names the repeated stretches of style sheets once they are more than three lines in a hundred. */
export function repeatedStyles(sheets: readonly SourceFile[]): string[] {
  const { lines, repeated } = repeatedStyleLines(sheets);
  return repeated.length <= lines * mostShare ? [] : stretches(repeated);
}
