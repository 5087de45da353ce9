import { MapPin, X } from 'lucide-react';
import { RunTrace } from '../chat/trace/run-trace.tsx';
import { useRunLog } from '../chat/trace/use-run-log.ts';
import { whyTexts } from '../texts/en/why.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useCanvasHost } from './canvas-host.ts';
import styles from './runs-view.module.css';
import { showStoredRun } from './shown-run.ts';
import { useCanvasStore } from './use-canvas.ts';

interface RunBesideProps {
  runId: string;
  onClose: () => void;
  onOpenRun?: (runId: string) => void;
}

/** The trace of a run beside the list, and the way to see it on the canvas. */
export function RunBeside({ runId, onClose, onOpenRun }: RunBesideProps) {
  const t = useTexts(whyTexts);
  const canvas = useCanvasStore();
  const host = useCanvasHost();
  const { data } = useRunLog(runId);
  const show = () => {
    if (!data) return;
    showStoredRun(canvas, runId, data.events);
    host.showBuild();
    onOpenRun?.(runId);
  };
  return (
    <section className={styles['beside']} aria-label={t('traceOf')}>
      <header>
        <Button size="small" icon={<MapPin size={16} />} disabled={!data?.events.length} onClick={show}>
          {t('showOnCanvas')}
        </Button>
        <IconButton label={t('closeTrace')} size="small" onClick={onClose}>
          <X size={18} />
        </IconButton>
      </header>
      <RunTrace runId={runId} selectedNodeId={null} onSelectNode={undefined} />
    </section>
  );
}
