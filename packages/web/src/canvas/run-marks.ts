import type { LoggedEvent } from '@tendril/contract/run-event';

/** What a run did to one node so far. */
export type NodeMark =
  | { status: 'running'; since: number }
  | { status: 'done'; ms: number }
  | { status: 'cached'; ms: number }
  | { status: 'error'; ms: number; message: string }
  | { status: 'skipped'; reason: string };

/** The run that the canvas shows: the one going on, or the last one. */
export interface RunMarks {
  runId: string;
  isLive: boolean;
  nodes: Readonly<Record<string, NodeMark>>;
}

export const noRun: RunMarks = { runId: '', isLive: false, nodes: {} };

function mark(run: RunMarks, nodeId: string, nodeMark: NodeMark): RunMarks {
  return { ...run, nodes: { ...run.nodes, [nodeId]: nodeMark } };
}

/** Nodes still at work when a run ends did not finish: they lose their mark. */
function ended(run: RunMarks): RunMarks {
  const nodes = Object.fromEntries(
    Object.entries(run.nodes).filter(([, nodeMark]) => nodeMark.status !== 'running'),
  );
  return { ...run, isLive: false, nodes };
}

function stepEnd(run: RunMarks, event: Extract<LoggedEvent, { type: 'step-end' }>): RunMarks {
  // The node that runs the chain answers for its own steps with its own end.
  if (event.nodeId === undefined || event.nodeId === event.callerId) return run;
  const { ms, error } = event;
  return mark(
    run,
    event.nodeId,
    error === undefined ? { status: 'done', ms } : { status: 'error', ms, message: error },
  );
}

/** What the canvas shows after one more event of a run; a new run starts from nothing. */
export function applyRunEventToCanvas(run: RunMarks, event: LoggedEvent): RunMarks {
  if (event.type === 'run-start') return { runId: event.runId, isLive: true, nodes: {} };
  const own = run.runId === event.runId ? run : { runId: event.runId, isLive: true, nodes: {} };
  switch (event.type) {
    case 'node-start':
      return mark(own, event.nodeId, { status: 'running', since: event.at });
    case 'node-end':
      return mark(own, event.nodeId, { status: event.isCached ? 'cached' : 'done', ms: event.ms });
    case 'node-error':
      return mark(own, event.nodeId, { status: 'error', ms: event.ms, message: event.message });
    case 'node-skip':
      return mark(own, event.nodeId, { status: 'skipped', reason: event.reason });
    case 'step-start':
      if (event.nodeId === undefined || event.nodeId === event.callerId) return own;
      return mark(own, event.nodeId, { status: 'running', since: event.at });
    case 'step-end':
      return stepEnd(own, event);
    case 'run-end':
      return ended(own);
    default:
      return own;
  }
}
