import type { ReactNode } from 'react';
import styles from './system.module.css';

interface FactTableProps {
  title: string;
  heads: readonly string[];
  /** Cells by row, the first names the row. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}

/**
 * A small table under its heading; on narrow screens each row becomes a block with its labels. What does not apply is
 * empty, and left out there.
 */
export function FactTable({ title, heads, rows }: FactTableProps) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h2>{title}</h2>
      <table className={styles['table']}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {heads.map((head, index) => (
                <td key={head} data-label={head} data-empty={!hasContent(cells[index]) || undefined}>
                  {hasContent(cells[index]) ? cells[index] : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function hasContent(cell: ReactNode): boolean {
  return cell !== null && cell !== undefined && cell !== false;
}
