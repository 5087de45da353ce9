import type { ReactNode } from 'react';
import styles from './list-card.module.css';

/** Cards of at least 320 pixels, as many in a row as fit. */
export function CardGrid({ children, isSelecting = false }: { children: ReactNode; isSelecting?: boolean }) {
  return (
    <div className={styles['grid']} data-selectlist data-selecting={isSelecting || undefined}>
      {children}
    </div>
  );
}
