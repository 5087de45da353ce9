import { ArrowLeft, X } from 'lucide-react';
import { useState } from 'react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { RunList } from './run-list.tsx';
import { RunTrace } from './run-trace.tsx';
import styles from './trace-panel.module.css';

export interface TracePanelProps {
  flowId: string;
  /** The run to show; without one the flow's runs are listed. */
  runId?: string | null | undefined;
  /** The node that is selected on the canvas: its work is shown when the selection changes. */
  selectedNodeId?: string | null | undefined;
  onSelectNode?: (nodeId: string) => void;
  onClose?: () => void;
}

/** The trace panel: a run's steps with inputs, outputs, prompts and figures, and the list of runs. */
export function TracePanel({ flowId, runId = null, selectedNodeId, onSelectNode, onClose }: TracePanelProps) {
  const t = useTexts(traceTexts);
  const [shown, setShown] = useState({ asked: runId, runId });
  // A run that was requested again wins over what was chosen in the list.
  if (shown.asked !== runId) setShown({ asked: runId, runId });
  const show = (chosen: string | null) => setShown({ asked: runId, runId: chosen });
  return (
    <section className={styles['panel']} aria-label={t('trace')}>
      <header className={styles['head']}>
        {shown.runId === null ? (
          <h2>{t('runs')}</h2>
        ) : (
          <Button size="small" look="quiet" icon={<ArrowLeft size={16} />} onClick={() => show(null)}>
            {t('allRuns')}
          </Button>
        )}
        {onClose && (
          <IconButton label={t('close')} size="small" onClick={onClose}>
            <X size={16} />
          </IconButton>
        )}
      </header>
      {shown.runId === null ? (
        <>
          <p className={styles['help']}>{t('runsHelp')}</p>
          <RunList flowId={flowId} onOpen={show} />
        </>
      ) : (
        <RunTrace
          key={shown.runId}
          runId={shown.runId}
          selectedNodeId={selectedNodeId ?? null}
          onSelectNode={onSelectNode}
        />
      )}
    </section>
  );
}
