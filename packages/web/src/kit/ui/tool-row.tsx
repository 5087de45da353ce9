import type { ReactNode } from 'react';
import styles from './tool-row.module.css';

/** The row of a list above its content: search and filters at the start, the rest at the end. */
export function ToolRow({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles['row']}>
      {children}
      {end && <div className={styles['end']}>{end}</div>}
    </div>
  );
}
