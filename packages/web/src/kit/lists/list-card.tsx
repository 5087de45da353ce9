import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './list-card.module.css';

interface ListCardProps {
  title: string;
  /** The card's link or click action. */
  to?: string;
  onOpen?: () => void;
  /** The check box of the card, where several can be selected. */
  check?: ReactNode;
  /** A tile before the title. */
  tile?: ReactNode;
  /** Small icons behind the title; they give way to the acts. */
  marks?: ReactNode;
  /** Buttons shown while the card is hovered. */
  acts?: ReactNode;
  /** Two lines of what it is. */
  text: string;
  /** Shown if the text is empty. */
  noText?: string;
  /** What it is made of: tiles, chips. */
  made?: ReactNode;
  foot: ReactNode;
  isCode?: boolean;
}

/** A list item as a card; its title is the link, and the rest of the card is clickable too. */
export function ListCard(props: ListCardProps) {
  const { title, check, tile, marks, acts, text, noText = '', made, foot, isCode = false } = props;
  return (
    <article className={styles['card']}>
      {check && <span className={styles['check']}>{check}</span>}
      <div className={styles['body']}>
        <div className={styles['head']} data-acts={acts ? true : undefined}>
          {tile}
          <h2 className={isCode ? styles['code'] : undefined}>
            <CardTitle {...props} title={title} />
          </h2>
          {marks && <span className={styles['marks']}>{marks}</span>}
          {acts && <span className={styles['acts']}>{acts}</span>}
        </div>
        <p className={styles[text ? 'text' : 'noText']}>{text || noText}</p>
        {made && <div className={styles['made']}>{made}</div>}
      </div>
      <div className={styles['foot']}>{foot}</div>
    </article>
  );
}

function CardTitle({ title, to, onOpen }: Pick<ListCardProps, 'title' | 'to' | 'onOpen'>) {
  const className = styles['title'] ?? '';
  if (to !== undefined)
    return (
      <Link to={to} className={className} title={title}>
        {title}
      </Link>
    );
  if (!onOpen) return title;
  return (
    <button type="button" className={className} title={title} onClick={onOpen}>
      {title}
    </button>
  );
}
