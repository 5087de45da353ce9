import type { BundleEntry } from '@tendril/contract/api/export-import';
import type { OnClash } from '@tendril/contract/api/import-files';
import { cancelJob } from '@tendril/contract/api/jobs';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import styles from './import-dialog.module.css';
import { ImportReportView } from './import-report-view.tsx';
import type { ImportRequest } from './import-request.ts';
import { ProgressBar } from './progress-bar.tsx';
import type { ImportProgressState } from './send-bundle.ts';
import type { ImportStep } from './use-import.ts';

interface ImportDialogProps {
  step: Exclude<ImportStep, { step: 'resting' }>;
  onImport: (request: ImportRequest, onClash: OnClash) => void;
  onClose: () => void;
}

/** What an import would do, before it does it; how far it is; what became of it. */
export function ImportDialog({ step, onImport, onClose }: ImportDialogProps) {
  if (step.step === 'asking') return <AskDialog step={step} onImport={onImport} onClose={onClose} />;
  if (step.step === 'done') return <DoneDialog step={step} onClose={onClose} />;
  return <BusyDialog {...step} isImporting={step.step === 'importing'} />;
}

function AskDialog({
  step: { request, report },
  onImport,
  onClose,
}: Omit<ImportDialogProps, 'step'> & { step: Extract<ImportStep, { step: 'asking' }> }) {
  const t = useTexts(exportImportTexts);
  const [onClash, setOnClash] = useState<OnClash>('both');
  const present = report.entries.filter(({ isPresent, outcome }) => isPresent && outcome !== 'same').length;
  const same = report.entries.filter(({ outcome }) => outcome === 'same').length;
  const count = report.entries.length - same - (onClash === 'skip' ? present : 0);
  return (
    <Dialog
      isOpen
      title={t('importTitle')}
      width={880}
      onClose={onClose}
      onSubmit={() => onImport(request, onClash)}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" autoFocus disabled={report.entries.length === 0}>
            {t('importCount', { count })}
          </Button>
        </>
      }
    >
      <ImportReportView title={request.title} report={report} note={t('nothingYet')}>
        {present > 0 && (
          <div className={styles['clash']}>
            <p>{t('present', { count: present })}</p>
            <Segmented
              label={t('onClash')}
              value={onClash}
              onChange={setOnClash}
              segments={[
                { value: 'both', label: t('clashBoth') },
                { value: 'replace', label: t('clashReplace') },
                { value: 'skip', label: t('clashSkip') },
              ]}
            />
          </div>
        )}
      </ImportReportView>
    </Dialog>
  );
}

function DoneDialog({
  step: { request, report },
  onClose,
}: Pick<ImportDialogProps, 'onClose'> & { step: Extract<ImportStep, { step: 'done' }> }) {
  const t = useTexts(exportImportTexts);
  return (
    <Dialog
      isOpen
      title={t('importedTitle')}
      width={880}
      onClose={onClose}
      actions={
        <Button look="primary" autoFocus onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <ImportReportView
        title={request.title}
        report={report}
        note={t(report.entries.some(isFlowEntry) ? 'keptWithFlow' : 'nowHere')}
        hasLinks
        onLeave={onClose}
      />
    </Dialog>
  );
}

function BusyDialog({
  request,
  state,
  isImporting,
}: {
  request: ImportRequest;
  state: ImportProgressState | undefined;
  isImporting: boolean;
}) {
  const t = useTexts(exportImportTexts);
  const title = t(isImporting ? 'importing' : 'looking', { file: request.title });
  const jobId = state?.jobId;
  const [isCanceling, setIsCanceling] = useState(false);
  const cancel = async (id: string) => {
    setIsCanceling(true);
    await call(cancelJob, { params: { id } }).catch(notifyError);
    setIsCanceling(false);
  };
  return (
    <Dialog
      isOpen
      isBusy
      title={title}
      width={480}
      onClose={() => undefined}
      {...(jobId !== undefined && {
        actions: (
          <Button disabled={isCanceling} onClick={() => void cancel(jobId)}>
            {t('cancelImport')}
          </Button>
        ),
      })}
    >
      <div className={styles['busy']} role="status">
        <ProgressBar share={shareOf(state)} label={title} />
        <p>{state && state.stage !== 'idle' ? t(state.stage, { ...state }) : t('receiving')}</p>
        {jobId !== undefined && <p>{t('goesOn')}</p>}
      </div>
    </Dialog>
  );
}

/** Only flows keep the report of their import. */
const isFlowEntry = ({ kind, outcome }: BundleEntry) =>
  (kind === 'chatflow' || kind === 'agentflow' || kind === 'agentflowV2') && outcome !== 'kept';

/** The stages lie one behind the other: the bar never goes back. */
const places: Record<ImportProgressState['stage'], readonly [from: number, to: number]> = {
  idle: [0, 0],
  receiving: [0, 0.2],
  reading: [0.2, 0.4],
  preparing: [0.4, 0.8],
  writing: [0.8, 1],
};

function shareOf(state: ImportProgressState | undefined): number | undefined {
  if (!state || state.stage === 'idle') return undefined;
  const [from, to] = places[state.stage];
  return from + (to - from) * (state.total > 0 ? Math.min(state.done / state.total, 1) : 0);
}
