import type { CanvasState } from './canvas-store.ts';

type Ends = Readonly<Record<'source' | 'target', string>>;

/** What an edge tells of the run: its source's state. */
export function edgeState({ run }: CanvasState, { source, target }: Ends): string {
  if (run.nodes[target]?.status === 'skipped') return 'skipped';
  const status = run.nodes[source]?.status;
  if (!run.isLive && status !== 'error') return 'idle';
  return status === 'cached' ? 'done' : (status ?? 'idle');
}

/** Whether an edge belongs to the selected node. */
export function isOfSelected({ selectedId }: CanvasState, { source, target }: Ends): boolean {
  return selectedId !== null && (selectedId === source || selectedId === target);
}
