import type { LucideIcon } from 'lucide-react';
import { useNavigate } from 'react-router';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { ActionMenu } from '../ui/action-menu.tsx';
import styles from './used-by.module.css';

/** One thing that uses another, and where it is opened. */
export interface Use {
  id: string;
  label: string;
  Icon?: LucideIcon;
  path: string;
}

/** The usage count; a click lists the uses, each with a link. */
export function UsedBy({ label, words, uses }: { label: string; words: string; uses: readonly Use[] }) {
  const t = useTexts(listsTexts);
  const navigate = useNavigate();
  if (uses.length === 0) return <span className={styles['unused']}>{t('notUsed')}</span>;
  return (
    <ActionMenu
      label={label}
      align="start"
      actions={uses.map(({ path, ...use }) => ({ ...use, onSelect: () => void navigate(path) }))}
      renderButton={(props) => (
        <button type="button" {...props} className={styles['uses']}>
          {words}
        </button>
      )}
    />
  );
}
