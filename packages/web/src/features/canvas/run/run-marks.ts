import type { LoggedEvent, RunAction, RunPart, RunStatus } from '@tendril/contract/run-event';
import { containerItem, type ItemPlace, itemPlace } from './item-place.ts';

/** Whether a node itself worked, or what it made was called: a model by the chain that holds it, say. */
type Worker = 'node' | 'call';

/** The state of one node in a run so far; `ms` is the total over all rounds of a loop, or over all calls. */
export type NodeMark =
  | { status: 'queued' }
  | {
      status: 'running';
      since: number;
      by: Worker;
      rounds: number;
      ms: number;
      item?: ItemPlace;
      /** After a failed attempt: which one is next, and how many there may be. */
      attempt?: { number: number; of: number | undefined };
    }
  | { status: 'done'; ms: number; by: Worker; rounds: number; branches?: string[]; item?: ItemPlace }
  | { status: 'cached' | 'pinned'; ms: number }
  | { status: 'waiting'; since: number; action: RunAction }
  | { status: 'error'; ms: number; message: string; tries: number; item?: ItemPlace }
  | { status: 'skipped'; reason: string };

/** The run that the canvas shows: the one going on, or the last one. */
export interface RunMarks {
  runId: string;
  isLive: boolean;
  /** Null while there is no run. */
  status: RunStatus | null;
  /** When the marks are those of a moment before the run's end, chosen on the time line: that time. */
  momentAt: number | null;
  part: RunPart | null;
  nodes: Readonly<Record<string, NodeMark>>;
}

export const noRun: RunMarks = {
  runId: '',
  isLive: false,
  status: null,
  momentAt: null,
  part: null,
  nodes: {},
};

/** Whether the marks are shown in their colours: while a run goes on, waits, or is stepped through. */
export function isVivid({ isLive, momentAt, status }: RunMarks): boolean {
  return isLive || momentAt !== null || status === 'waiting';
}

function mark(run: RunMarks, nodeId: string, nodeMark: NodeMark): RunMarks {
  return { ...run, nodes: { ...run.nodes, [nodeId]: nodeMark } };
}

/** Nodes still at work when a run ends did not finish: they lose their mark. What waits for a person goes on waiting. */
function ended(run: RunMarks, status: RunStatus): RunMarks {
  const isWaiting = status === 'waiting';
  const nodes = Object.fromEntries(
    Object.entries(run.nodes).filter(
      ([, { status: of }]) => isWaiting || !['running', 'queued', 'waiting'].includes(of),
    ),
  );
  return { ...run, isLive: false, status, nodes };
}

function started(run: RunMarks, event: Extract<LoggedEvent, { type: 'run-start' }>): RunMarks {
  const { runId, planned = [], part = null, resumes } = event;
  // After the decision, the run continues in this one.
  const before = resumes !== undefined && run.runId === resumes ? settledOnly(run.nodes) : {};
  const queued = Object.fromEntries(planned.map((id) => [id, { status: 'queued' as const }]));
  return {
    ...noRun,
    runId,
    isLive: true,
    status: 'running',
    part,
    nodes: { ...queued, ...before },
  };
}

function settledOnly(nodes: RunMarks['nodes']): RunMarks['nodes'] {
  return Object.fromEntries(
    Object.entries(nodes).filter(([, { status }]) => status !== 'waiting' && status !== 'queued'),
  );
}

/** Rounds and time a node has behind it; being made does not count among the calls of what it made. */
function behind(nodeMark: NodeMark | undefined, by: Worker): { rounds: number; ms: number } {
  const counts = (nodeMark?.status === 'done' || nodeMark?.status === 'running') && nodeMark.by === by;
  return counts ? { rounds: nodeMark.rounds, ms: nodeMark.ms } : { rounds: 0, ms: 0 };
}

const itemOf = (nodeMark: NodeMark | undefined) =>
  nodeMark && 'item' in nodeMark ? { item: nodeMark.item } : {};

function nodeStart(run: RunMarks, event: Extract<LoggedEvent, { type: 'node-start' }>): RunMarks {
  const { nodeId, at } = event;
  const present = run.nodes[nodeId];
  const item = itemPlace(event, itemOf(present).item);
  const work = { ...behind(present, 'node'), ...(item && { item }) };
  const inner = mark(run, nodeId, { status: 'running', since: at, by: 'node', ...work });
  return withProgress(inner, event);
}

/** The iteration around a node shows which of its elements is at work. */
function withProgress(run: RunMarks, event: Extract<LoggedEvent, { type: 'node-start' }>): RunMarks {
  const progress = containerItem(event);
  const container = progress && run.nodes[progress.nodeId];
  if (container?.status !== 'running' || container.item?.number === progress?.item.number) return run;
  return progress ? mark(run, progress.nodeId, { ...container, item: progress.item }) : run;
}

/** How often a node was tried until it failed: the attempts that its settings allowed. */
const triesOf = (nodeMark: NodeMark | undefined) =>
  nodeMark?.status === 'running' ? (nodeMark.attempt?.number ?? 1) : 1;

function retried(run: RunMarks, event: Extract<LoggedEvent, { type: 'node-retry' }>): RunMarks {
  const present = run.nodes[event.nodeId];
  if (present?.status !== 'running') return run;
  return mark(run, event.nodeId, { ...present, attempt: { number: event.attempt + 1, of: event.of } });
}

function nodeEnd(run: RunMarks, event: Extract<LoggedEvent, { type: 'node-end' }>): RunMarks {
  const { nodeId, ms, isPinned, isCached, branches } = event;
  if (isPinned) return mark(run, nodeId, { status: 'pinned', ms });
  if (isCached) return mark(run, nodeId, { status: 'cached', ms });
  const before = behind(run.nodes[nodeId], 'node');
  const done = {
    ms: before.ms + ms,
    rounds: before.rounds + 1,
    ...(branches && { branches }),
    ...itemOf(run.nodes[nodeId]),
  };
  return mark(run, nodeId, { status: 'done', by: 'node', ...done });
}

/** Work that another node owns, such as the model a chain asks: that node shows it, call by call. */
function step(run: RunMarks, event: Extract<LoggedEvent, { type: 'step-start' | 'step-end' }>): RunMarks {
  const { nodeId, callerId } = event;
  // The node that runs the chain answers for its own steps with its own end.
  if (nodeId === undefined || nodeId === callerId) return run;
  const before = behind(run.nodes[nodeId], 'call');
  if (event.type === 'step-start') {
    return mark(run, nodeId, { status: 'running', since: event.at, by: 'call', ...before });
  }
  const { ms, error } = event;
  if (error !== undefined) {
    return mark(run, nodeId, { status: 'error', ms, message: error, tries: before.rounds + 1 });
  }
  return mark(run, nodeId, { status: 'done', by: 'call', ms: before.ms + ms, rounds: before.rounds + 1 });
}

/** What the canvas shows after one more event of a run; a new run starts from nothing. */
export function applyRunEventToCanvas(run: RunMarks, event: LoggedEvent): RunMarks {
  if (event.type === 'run-start') return started(run, event);
  const own: RunMarks =
    run.runId === event.runId ? run : { ...noRun, runId: event.runId, isLive: true, status: 'running' };
  switch (event.type) {
    case 'node-start':
      return nodeStart(own, event);
    case 'node-end':
      return nodeEnd(own, event);
    case 'node-wait':
      return mark(own, event.nodeId, { status: 'waiting', since: event.at, action: event.action });
    case 'node-error': {
      const { nodeId, ms, message } = event;
      const present = own.nodes[nodeId];
      return mark(own, nodeId, { status: 'error', ms, message, tries: triesOf(present), ...itemOf(present) });
    }
    case 'node-retry':
      return retried(own, event);
    case 'node-skip':
      // Another element took this way before.
      if (event.frame !== undefined && own.nodes[event.nodeId]?.status === 'done') return own;
      return mark(own, event.nodeId, { status: 'skipped', reason: event.reason });
    case 'step-start':
    case 'step-end':
      return step(own, event);
    case 'run-end':
      return ended(own, event.status);
    default:
      return own;
  }
}

/** The marks after the first `count` events of a run; whether it is still running follows from all events. */
export function marksAfter(events: readonly LoggedEvent[], count: number): RunMarks {
  const marks = events.slice(0, count).reduce(applyRunEventToCanvas, noRun);
  if (count >= events.length) return marks;
  const { runId = '' } = events.at(-1) ?? {};
  const end = events.findLast((event) => event.type === 'run-start' || event.type === 'run-end');
  const status = end?.type === 'run-end' ? end.status : 'running';
  const momentAt = events[count - 1]?.at ?? 0;
  return { ...marks, runId, status, isLive: status === 'running', momentAt };
}
