import type { Block } from '@tendril/contract/provider/block';
import type { ReactNode } from 'react';
import styles from './blocks-view.module.css';
import { citedRange } from './marked-passage.tsx';

interface BlockItemProps {
  block: Block;
  isCited: boolean;
  /** Of the text, painted darker. */
  range: readonly [from: number, to: number] | undefined;
  /** Rows of a table that the passage holds. */
  passage: string;
}

/** A block of a document, drawn from its text alone. */
export function BlockItem({ block, isCited, range, passage }: BlockItemProps) {
  const { kind, text, level = 2, place } = block;
  const shown = marked(text, range);
  if (kind === 'table') return <TableBlock block={block} isCited={isCited} passage={passage} />;
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

/** The number of the first row, of "A2:F40". */
const firstRow = (cells: string | undefined) => Number(/\d+/.exec(cells ?? '')?.[0] ?? Number.NaN);
const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

interface TableBlockProps {
  block: Block;
  isCited: boolean;
  passage: string;
}

/** A table; of a sheet with its own numbers of rows and letters of columns. */
function TableBlock({ block: { text, place }, isCited, passage }: TableBlockProps) {
  const [header = '', ...rows] = text.split('\n');
  const first = firstRow(place.cells);
  const isSheet = Number.isFinite(first);
  const cellsOf = (row: string) => row.split('\t');
  const width = Math.max(...[header, ...rows].map((row) => cellsOf(row).length));
  const citedRows = new Set(passage.split('\n'));
  return (
    <div className={styles['table']}>
      <table>
        <thead>
          {isSheet && (
            <tr className={styles['letters']}>
              <td />
              {Array.from({ length: width }, (_, at) => (
                <th key={columnName(at)} scope="col">
                  {columnName(at)}
                </th>
              ))}
            </tr>
          )}
          <tr>
            {isSheet && <td />}
            {cellsOf(header).map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places
            <tr key={at} data-cited={(isCited && citedRows.has(row)) || undefined}>
              {isSheet && <th scope="row">{first + at}</th>}
              {cellsOf(row).map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places
                <td key={column}>{cell}</td>
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
