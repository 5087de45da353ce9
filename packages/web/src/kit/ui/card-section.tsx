import type { CSSProperties, ReactNode } from 'react';
import styles from './card-section.module.css';

interface CardSectionProps {
  title: string;
  help: string;
  /** The least width of a card, in pixels. */
  least: number;
  children: ReactNode;
  /** What stands below the cards. */
  foot?: ReactNode;
}

/** Cards under a heading and a line of help, as many in a row as the window holds. */
export function CardSection({ title, help, least, children, foot }: CardSectionProps) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      <p className={styles['help']}>{help}</p>
      <div className={styles['cards']} style={{ '--least': `${least}px` } as CSSProperties}>
        {children}
      </div>
      {foot}
    </section>
  );
}
