import { MapPin, X } from 'lucide-react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { RunTrace } from '../../runs/run-trace.tsx';
import { useRunLog } from '../../runs/use-run-log.ts';
import { useCanvasHost } from '../document/canvas-host.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import styles from './runs-view.module.css';
import { showStoredRun } from './shown-run.ts';

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
