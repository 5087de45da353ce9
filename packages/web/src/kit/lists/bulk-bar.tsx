import { X } from 'lucide-react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import type { MenuAction } from '../ui/action-menu.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './bulk-bar.module.css';

export interface BulkBarProps {
  count: number;
  actions: readonly MenuAction[];
  onClear: () => void;
}

/** Bulk actions for the selected rows; replaces the tool row. */
export function BulkBar({ count, actions, onClear }: BulkBarProps) {
  const t = useTexts(listsTexts);
  return (
    <div className={styles['bar']} role="toolbar" aria-label={t('selected', { count })}>
      <IconButton label={t('clearSelection')} size="small" onClick={onClear}>
        <X size={20} />
      </IconButton>
      <strong role="status">{t('selected', { count })}</strong>
      {actions.map(({ id, label, Icon, isDanger, onSelect }) => (
        <Button
          key={id}
          look="quiet"
          size="small"
          icon={Icon && <Icon size={16} />}
          className={isDanger ? (styles['danger'] ?? '') : ''}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
