/** A cell on one line without tabs, as tables are written. */
export function cellText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Rows as lines with tabs between the cells; empty cells at their ends are left out. */
export function tableText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(cellText).join('\t').trimEnd()).join('\n');
}

/** "A" for 1, "AA" for 27. */
export function columnName(column: number): string {
  let name = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  return name;
}
