import { useQuery } from '@tanstack/react-query';
import type { ImportReport } from '@tendril/contract/api/import-files';
import type { ImportFinding, ImportNote, ImportState } from '@tendril/contract/api/import-finding';
import { useState } from 'react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { ImportFindings } from './import-findings.tsx';
import styles from './import-report.module.css';
import { importReportQuery } from './import-report.queries.ts';
import { StateFilter } from './import-report-view.tsx';
import { NoteAct, type NoteActs } from './note-act.tsx';

interface FlowReportDialogProps {
  flowId: string;
  acts: NoteActs;
  onClose: () => void;
}

/** What the import of a flow found, what of it is still open, and what settles it. */
export function FlowReportDialog({ flowId, acts, onClose }: FlowReportDialogProps) {
  const t = useTexts(exportImportTexts);
  const report = useQuery(importReportQuery(flowId));
  return (
    <Dialog
      isOpen
      title={t('reportTitle')}
      width={880}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('done')}</Button>}
    >
      {report.data ? (
        <Report report={report.data} acts={acts} onClose={onClose} />
      ) : report.error ? (
        <ErrorState title={t('reportFailed')} error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <SkeletonList shape="rows" count={3} />
      )}
    </Dialog>
  );
}

function Report({
  report: { file, at, findings },
  acts,
  onClose,
}: {
  report: ImportReport;
  acts: NoteActs;
  onClose: () => void;
}) {
  const t = useTexts(exportImportTexts);
  const [filter, setFilter] = useState<'all' | ImportState>('all');
  const when = relativeTime(at);
  const act = ({ nodeId, isOpen, notes }: ImportFinding & { isOpen?: boolean }, note: ImportNote) =>
    isOpen === false && note.need !== 'sharing' && note.need !== 'review' ? null : (
      <NoteAct nodeId={nodeId} note={note} isFirst={notes[0] === note} acts={acts} onLeave={onClose} />
    );
  return (
    <div className={styles['report']}>
      <div className={styles['head']}>
        <p>{file ? t('reportAboutFile', { file, when }) : t('reportAbout', { when })}</p>
      </div>
      <StateFilter findings={findings} value={filter} onChange={setFilter} />
      {findings.every(({ state }) => state === 'exact') && <p>{t('reportEmpty')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys */}
      <section className={styles['entries']} aria-label={t('reportTitle')} tabIndex={0}>
        <div className={styles['entry']}>
          <ImportFindings findings={findings} filter={filter} act={act} />
        </div>
      </section>
    </div>
  );
}
