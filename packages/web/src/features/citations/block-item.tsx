import type { Block } from '@tendril/contract/provider/block';
import type { ReactNode } from 'react';
import styles from './blocks-view.module.css';
import { type CitedCells, sheetStart } from './cited-cells.ts';
import { citedRange } from './marked-passage.tsx';

interface BlockItemProps {
  block: Block;
  /** Of the text, painted darker. */
  range: readonly [from: number, to: number] | undefined;
  /** What of a table is cited. */
  cells: CitedCells | undefined;
}

/** A block of a document, drawn from its text alone. */
export function BlockItem({ block, range, cells }: BlockItemProps) {
  const { kind, text, level = 2, place } = block;
  const shown = marked(text, range);
  if (kind === 'table') return <TableBlock block={block} cited={cells} />;
  if (kind === 'heading') {
    // Below the title of the dialog.
    const Heading = `h${Math.min(6, level + 2)}` as 'h3';
    return (
      <Heading className={styles['heading']} data-level={level}>
        {shown}
      </Heading>
    );
  }
  if (kind === 'code' || place.lines)
    return <pre className={styles[kind === 'code' ? 'code' : 'plain']}>{shown}</pre>;
  return <p className={styles['text']}>{shown}</p>;
}

function marked(text: string, range: BlockItemProps['range']): ReactNode {
  if (!range) return text;
  const [from, to] = range;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}

export const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

interface TableBlockProps {
  block: Block;
  cited: CitedCells | undefined;
}

/** A table; of a sheet with its own numbers of rows and letters of columns. */
function TableBlock({ block: { text, place }, cited }: TableBlockProps) {
  const [header = [], ...rows] = text.split('\n').map((row) => row.split('\t'));
  const start = sheetStart(place);
  const width = Math.max(header.length, ...rows.map((cells) => cells.length));
  const isCell = (row: number, column: number) =>
    cited?.cells.some((cell) => cell.row === row && cell.column === column) ?? false;
  return (
    <div className={styles['table']}>
      <table>
        <thead>
          {start && (
            <tr className={styles['letters']}>
              <td />
              {Array.from({ length: width }, (_, at) => columnName(start.column + at)).map((letter) => (
                <th key={letter} scope="col">
                  {letter}
                </th>
              ))}
            </tr>
          )}
          <tr>
            {start && <td />}
            {header.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places
            <tr key={row} data-cited={cited?.rows.has(row) || undefined}>
              {start && <th scope="row">{start.row + row}</th>}
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places
                <td key={column} data-cell={isCell(row, column) || undefined}>
                  {isCell(row, column) ? <mark>{cell}</mark> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which part of which cited block says what the sentence says: the best of them. */
export function bestRange(
  blocks: readonly Block[],
  cited: readonly number[],
  sentence: string,
): { at: number; range: readonly [number, number] } | undefined {
  let best: { at: number; range: readonly [number, number] } | undefined;
  for (const at of cited) {
    const range = citedRange(blocks[at]?.text ?? '', sentence);
    if (range && (!best || range[1] - range[0] > best.range[1] - best.range[0])) best = { at, range };
  }
  return best;
}
