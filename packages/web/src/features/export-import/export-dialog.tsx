import { useState } from 'react';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import styles from './export-dialog.module.css';
import { exportEverything } from './export-flows.ts';
import { type ExportKind, exportKinds, toSelection } from './export-kinds.ts';
import { ProgressBar } from './progress-bar.tsx';
import { runExport } from './run-export.ts';
import { TravellingBoxes } from './travelling-boxes.tsx';

/** Asks what to export; while that goes on it cannot be closed. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(exportImportTexts);
  const [chosen, setChosen] = useState<ReadonlySet<ExportKind>>(new Set(exportKinds));
  const [share, setShare] = useState<number | null>(null);
  const isBusy = share !== null;

  const toggle = (kind: ExportKind) => {
    const next = new Set(chosen);
    if (!next.delete(kind)) next.add(kind);
    setChosen(next);
  };
  const start = async () => {
    if (chosen.size === 0 || isBusy) return;
    setShare(0);
    await runExport(toSelection(chosen), setShare);
    onClose();
  };

  const startFull = async () => {
    setShare(0);
    await exportEverything().catch(notifyError);
    onClose();
  };

  if (isBusy)
    return (
      <Dialog isOpen isBusy title={t('exportingTitle')} onClose={onClose} width={440}>
        <div className={styles['busy']}>
          <TravellingBoxes />
          <p role="status">{t('exportingText')}</p>
          <ProgressBar share={share > 0 ? share : undefined} label={t('exportingTitle')} />
        </div>
      </Dialog>
    );
  return (
    <Dialog
      isOpen
      title={t('selectTitle')}
      onClose={onClose}
      width={440}
      onSubmit={() => void start()}
      actions={
        <>
          <Button look="quiet" className={styles['full'] ?? ''} onClick={() => void startFull()}>
            {t('saveEverything')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" disabled={chosen.size === 0}>
            {t('export')}
          </Button>
        </>
      }
    >
      <fieldset className={styles['kinds']}>
        <legend>{t('selectHelp')}</legend>
        {exportKinds.map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={chosen.has(kind)} onChange={() => toggle(kind)} />
            {t(kind)}
          </label>
        ))}
      </fieldset>
      <p className={styles['note']}>{t('notIncluded')}</p>
    </Dialog>
  );
}
