import { useQuery } from '@tanstack/react-query';
import { listRuns } from '@tendril/contract/api/runs';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { call } from '../../kit/api/call.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { type FrameView, showView, useFrame } from './frame-store.ts';
import styles from './top-bar.module.css';

/** The run count of this flow; refetched when a run of this canvas ends. */
function useRunCount(flowId: string | undefined): number | undefined {
  const endedRun = useCanvas((state) => (state.run.isLive ? '' : state.run.runId));
  const { data } = useQuery({
    queryKey: ['runs', flowId, 'count', endedRun],
    queryFn: ({ signal }) => call(listRuns, { params: { id: flowId ?? '' }, query: { limit: 1 }, signal }),
    enabled: flowId !== undefined,
    placeholderData: (before) => before,
  });
  return data?.total;
}

/** Build, Runs and Versions: the parts of one flow. */
export function FrameTabs({ flowId }: { flowId: string }) {
  const t = useTexts(canvasFrameTexts);
  const view = useFrame((frame) => frame.view);
  const runs = useRunCount(flowId);
  const tab = (name: FrameView, count?: number) => (
    <button type="button" aria-current={view === name ? 'page' : undefined} onClick={() => showView(name)}>
      {t(name)}
      {/* Its place is kept, so that the first run moves no tab. */}
      {name === 'runs' && <small>{count !== undefined && count > 0 ? count : ''}</small>}
    </button>
  );
  return (
    <nav className={styles['tabs']} aria-label={t('views')}>
      {tab('build')}
      {tab('runs', runs)}
      {tab('versions')}
    </nav>
  );
}
