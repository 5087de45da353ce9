import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import styles from './import-dialog.module.css';
import { ImportTable } from './import-table.tsx';
import { ProgressBar } from './progress-bar.tsx';
import type { BundleText } from './read-bundle-file.ts';
import type { ImportState } from './send-bundle.ts';
import type { ImportStep } from './use-import.ts';

interface ImportDialogProps {
  step: Exclude<ImportStep, { step: 'resting' }>;
  onImport: (file: BundleText) => void;
  onClose: () => void;
}

/** What a bundle would do, before it does it; then how far it is. */
export function ImportDialog({ step, onImport, onClose }: ImportDialogProps) {
  const t = useTexts(exportImportTexts);
  if (step.step !== 'asking') return <BusyDialog {...step} isImporting={step.step === 'importing'} />;
  const { file, report } = step;
  const count = report.entries.filter(({ outcome }) => outcome !== 'same').length;
  return (
    <Dialog
      isOpen
      title={t('importTitle')}
      width={880}
      onClose={onClose}
      onSubmit={() => onImport(file)}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" autoFocus disabled={report.entries.length === 0}>
            {t('importCount', { count })}
          </Button>
        </>
      }
    >
      <ImportTable fileName={file.fileName} report={report} />
    </Dialog>
  );
}

function BusyDialog({
  file,
  state,
  isImporting,
}: {
  file: BundleText;
  state: ImportState | undefined;
  isImporting: boolean;
}) {
  const t = useTexts(exportImportTexts);
  const title = t(isImporting ? 'importing' : 'looking', { file: file.fileName });
  return (
    <Dialog isOpen isBusy title={title} width={480} onClose={() => undefined}>
      <div className={styles['busy']} role="status">
        <ProgressBar share={shareOf(state)} label={title} />
        <p>{state && state.stage !== 'idle' ? t(state.stage, { ...state }) : t('receiving')}</p>
      </div>
    </Dialog>
  );
}

/** The stages lie one behind the other: the bar never goes back. */
const places: Record<ImportState['stage'], readonly [from: number, to: number]> = {
  idle: [0, 0],
  receiving: [0, 0.2],
  reading: [0.2, 0.4],
  preparing: [0.4, 0.8],
  writing: [0.8, 1],
};

function shareOf(state: ImportState | undefined): number | undefined {
  if (!state || state.stage === 'idle') return undefined;
  const [from, to] = places[state.stage];
  return from + (to - from) * (state.total > 0 ? Math.min(state.done / state.total, 1) : 0);
}
