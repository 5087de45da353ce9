import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  Icon: LucideIcon;
  title: string;
  /** A pill beside the title. */
  count?: number;
  /** One line of the stored state, shown while the section is closed. */
  summary?: string;
  /** A button in the head, shown while the section is open. */
  action?: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A collapsible section of the editor's right pane; when closed, it shows a one-line summary. */
export function Section({ Icon, title, count, summary, action, isOpen, onToggle, children }: SectionProps) {
  const bodyId = useId();
  return (
    <section className={styles['section']}>
      <div className={styles['head']}>
        <h2>
          <button type="button" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span className={styles['title']}>{title}</span>
            {count !== undefined && count > 0 && <span className={styles['count']}>{count}</span>}
            {!isOpen && summary && <span className={styles['summary']}>{summary}</span>}
            <ChevronDown size={16} className={styles['chevron']} aria-hidden />
          </button>
        </h2>
        {isOpen && action}
      </div>
      <div id={bodyId} className={styles['body']} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
