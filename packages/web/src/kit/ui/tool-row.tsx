import type { ReactNode } from 'react';
import styles from './tool-row.module.css';

interface ToolRowProps {
  children: ReactNode;
  end?: ReactNode;
  className?: string | undefined;
}

/** The row of a list above its content: search and filters at the start, the rest at the end. */
export function ToolRow({ children, end, className }: ToolRowProps) {
  return (
    <div className={[styles['row'], className].filter(Boolean).join(' ')}>
      {children}
      {end && <div className={styles['end']}>{end}</div>}
    </div>
  );
}
