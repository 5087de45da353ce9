import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './state-message.module.css';

/** Explains why there is nothing here and what to do next. */
export function EmptyState({
  Icon,
  title,
  text,
  action,
}: {
  Icon?: LucideIcon;
  title: string;
  text?: string;
  action?: ReactNode;
}) {
  return (
    <div className={styles['box']}>
      {Icon && <Icon size={28} />}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
