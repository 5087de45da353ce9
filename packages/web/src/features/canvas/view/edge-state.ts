import { parseAnchorId } from '@tendril/contract/flow/anchor-id';
import type { CanvasState } from '../document/canvas-store.ts';
import { nodeById } from '../document/node-index.ts';
import { isVivid, type NodeMark, type RunMarks } from '../run/run-marks.ts';

type Ends = Readonly<Record<'source' | 'target', string>> & {
  sourceHandle?: string | null | undefined;
};

/** How an edge is drawn. */
type EdgeLook = 'idle' | 'done' | 'running' | 'waiting' | 'error' | 'skipped';

const looks: Readonly<Record<NodeMark['status'], EdgeLook>> = {
  queued: 'waiting',
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  cached: 'done',
  pinned: 'done',
  error: 'error',
  skipped: 'skipped',
};

/** Whether the edge leaves by an output that its node did not take. */
function isLeftOut(mark: NodeMark | undefined, { source, sourceHandle }: Ends): boolean {
  if (mark?.status !== 'done' || !mark.branches || !sourceHandle) return false;
  const name = parseAnchorId(sourceHandle, source)?.name;
  return name !== undefined && !mark.branches.includes(name);
}

/** The run state of an edge: its source's state, or that it was not taken. */
export function edgeLook(run: RunMarks, ends: Ends): EdgeLook {
  const source = run.nodes[ends.source];
  if (run.nodes[ends.target]?.status === 'skipped' || isLeftOut(source, ends)) return 'skipped';
  const look = source ? looks[source.status] : 'idle';
  return isVivid(run) || look === 'error' || look === 'skipped' ? look : 'idle';
}

/** What an edge shows: its state in the run, and that one of its ends is skipped in every run. */
export function edgeState({ run, nodes }: CanvasState, ends: Ends): EdgeLook {
  const isOff = (id: string) => nodeById(nodes, id)?.isDisabled === true;
  return isOff(ends.source) || isOff(ends.target) ? 'skipped' : edgeLook(run, ends);
}

/** Whether an edge belongs to the selected node. */
export function isOfSelected({ selectedId }: CanvasState, { source, target }: Ends): boolean {
  return selectedId !== null && (selectedId === source || selectedId === target);
}
