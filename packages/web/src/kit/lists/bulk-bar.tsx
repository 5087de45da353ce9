import { Download, Trash2, X } from 'lucide-react';
import { toolkitTexts } from '../texts/en/toolkit.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './list-table.module.css';

interface BulkBarProps {
  count: number;
  onClear: () => void;
  onDelete: () => void;
  onExport?: () => void;
}

/** What can be done with all selected rows; it stands in for the tool row. */
export function BulkBar({ count, onClear, onDelete, onExport }: BulkBarProps) {
  const t = useTexts(toolkitTexts);
  return (
    <div className={styles['bar']} role="toolbar" aria-label={t('selected', { count })}>
      <IconButton label={t('clearSelection')} size="small" onClick={onClear}>
        <X size={20} />
      </IconButton>
      <strong role="status">{t('selected', { count })}</strong>
      {onExport && (
        <Button look="quiet" size="small" icon={<Download size={16} />} onClick={onExport}>
          {t('export')}
        </Button>
      )}
      <Button
        look="quiet"
        size="small"
        icon={<Trash2 size={16} />}
        className={styles['delete'] ?? ''}
        onClick={onDelete}
      >
        {t('delete')}
      </Button>
    </div>
  );
}
