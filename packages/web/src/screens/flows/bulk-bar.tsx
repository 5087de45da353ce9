import { Trash2, X } from 'lucide-react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './bulk-bar.module.css';

/** What can be done with all selected rows; it lies over the tool row, so that the table does not move. */
export function BulkBar({
  count,
  onClear,
  onDelete,
}: {
  count: number;
  onClear: () => void;
  onDelete: () => void;
}) {
  const t = useTexts(flowsTexts);
  return (
    <div className={styles['bar']} role="toolbar" aria-label={t('selected', { count })}>
      <IconButton label={t('clearSelection')} size="small" onClick={onClear}>
        <X size={20} />
      </IconButton>
      <strong role="status">{t('selected', { count })}</strong>
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
