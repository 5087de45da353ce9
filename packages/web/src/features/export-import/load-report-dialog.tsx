import type { BundleEntry } from '@tendril/contract/api/export-import';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ImportReportView } from './import-report-view.tsx';

interface LoadReportDialogProps {
  file: string;
  entry: BundleEntry;
  /** It is of another kind than the canvas. */
  isOther: boolean;
  onLoad: () => void;
  onClose: () => void;
}

/** How well a file fits here, before it takes the place of the drawing. */
export function LoadReportDialog({ file, entry, isOther, onLoad, onClose }: LoadReportDialogProps) {
  const t = useTexts(exportImportTexts);
  return (
    <Dialog
      isOpen
      title={t('loadTitle', { file })}
      width={880}
      onClose={onClose}
      onSubmit={onLoad}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" autoFocus>
            {isOther ? t('importCount', { count: 1 }) : t('loadConfirm')}
          </Button>
        </>
      }
    >
      <ImportReportView
        title={file}
        report={{ entries: [entry], skipped: [], refused: [] }}
        note={t(isOther ? 'loadOther' : 'loadNote')}
      />
    </Dialog>
  );
}
