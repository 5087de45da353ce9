import { checkFlow } from '@tendril/contract/api/flow-versions';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { call } from '../../../kit/api/call.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { toFlowData } from '../document/canvas-doc.ts';
import { type CanvasState, type CanvasStore, docOf } from '../document/canvas-store.ts';
import { useCanvasStore } from '../document/use-canvas.ts';

/** What would fail if the drawing ran, according to the last check by the server. */
export interface Problems {
  list: readonly FlowProblem[];
  /** `unknown` before the first answer; `failed` when the drawing could not be checked. */
  status: 'unknown' | 'checking' | 'ready' | 'failed';
  error: string;
  /** The ones shown so far: a node that was just added is still being filled in. */
  shown: readonly FlowProblem[];
  /** Nodes whose problems are shown: they existed before, or the user asked since they were added. */
  known: ReadonlySet<string>;
  /** Fields of other nodes that lost focus, as "node parameter". */
  left: ReadonlySet<string>;
  /** The first problem of each node; errors come before warnings. */
  byNode: ReadonlyMap<string, FlowProblem>;
}

/** How long the canvas must be idle before it is checked again. */
export const restMs = 700;

const nothing: Problems = {
  list: [],
  shown: [],
  status: 'unknown',
  error: '',
  byNode: new Map(),
  known: new Set(),
  left: new Set(),
};

type Asked = Pick<Problems, 'known' | 'left'>;

/** Whether a field of a node lost focus or the node was asked about, so that its missing values are shown. */
export function isAsked({ known, left }: Asked, nodeId: string, input: string | undefined): boolean {
  return known.has(nodeId) || left.has(`${nodeId} ${input}`);
}

/** The problems to show for a drawing; those of the whole flow appear once all its nodes were asked about. */
export function shownProblems(
  list: readonly FlowProblem[],
  asked: Asked,
  nodeIds: readonly string[],
): FlowProblem[] {
  const isAllKnown = nodeIds.every((id) => asked.known.has(id));
  return list.filter(({ nodeId, input }) =>
    nodeId === undefined ? isAllKnown : isAsked(asked, nodeId, input),
  );
}

/** Applies a new state and derives the problems to show. */
function settle(canvas: CanvasStore, change: Partial<Problems>): void {
  problemsOf(canvas).setState((before) => {
    const { list, known, left } = { ...before, ...change };
    const ids = canvas.getState().nodes.map(({ id }) => id);
    const shown = shownProblems(list, { known, left }, ids);
    return { ...change, shown, byNode: firstByNode(shown) };
  });
}

/** Requested explicitly: by a test, a publish or opening the problems. */
export function askProblems(canvas: CanvasStore): void {
  const { known } = problemsOf(canvas).getState();
  const ids = canvas.getState().nodes.map(({ id }) => id);
  if (ids.some((id) => !known.has(id))) settle(canvas, { known: known.union(new Set(ids)) });
}

/** A field lost focus: if it is still empty, that is shown now. */
export function leaveField(canvas: CanvasStore, nodeId: string, input: string): void {
  const { left } = problemsOf(canvas).getState();
  const key = `${nodeId} ${input}`;
  if (!left.has(key)) settle(canvas, { left: left.union(new Set([key])) });
}

// It is discarded together with its canvas.
const stores = new WeakMap<CanvasStore, StoreApi<Problems>>();

/** The problems of a canvas. */
export function problemsOf(canvas: CanvasStore): StoreApi<Problems> {
  let store = stores.get(canvas);
  if (!store) {
    store = createStore<Problems>(() => nothing);
    stores.set(canvas, store);
  }
  return store;
}

/** The problems of the canvas around this component, or a part of them. */
export function useProblems(): Problems;
export function useProblems<T>(select: (problems: Problems) => T): T;
export function useProblems<T>(select?: (problems: Problems) => T): T | Problems {
  return useStore(problemsOf(useCanvasStore()), (problems): T | Problems =>
    select ? select(problems) : problems,
  );
}

/** Whether something would stop a run: a publish is refused then. */
export function hasErrors({ list }: Pick<Problems, 'list'>): boolean {
  return list.some((problem) => !problem.isWarning);
}

/** The field that a problem is about, where it names one. */
export function fieldAtFault(problem: FlowProblem | undefined): string | undefined {
  return problem?.input ?? (problem?.code === 'CREDENTIAL_MISSING' ? 'credential' : undefined);
}

function firstByNode(list: readonly FlowProblem[]): ReadonlyMap<string, FlowProblem> {
  const byNode = new Map<string, FlowProblem>();
  for (const problem of list) {
    if (problem.nodeId === undefined) continue;
    const known = byNode.get(problem.nodeId);
    if (!known || (known.isWarning && !problem.isWarning)) byNode.set(problem.nodeId, problem);
  }
  return byNode;
}

type Drawn = Pick<CanvasState, 'nodes' | 'edges'>;

/** Whether a check of one drawing holds for the other: places and selection do not count. */
function isSameToCheck(one: Drawn, other: Drawn): boolean {
  if (one.nodes === other.nodes && one.edges === other.edges) return true;
  if (one.nodes.length !== other.nodes.length || one.edges.length !== other.edges.length) return false;
  return (
    one.nodes.every((node, at) => {
      const now = other.nodes[at];
      const isSame = node.data === now?.data && node.isDisabled === now.isDisabled;
      return isSame && node.pinned === now.pinned && node.id === now.id;
    }) &&
    one.edges.every((edge, at) => {
      const now = other.edges[at];
      return edge.sourceHandle === now?.sourceHandle && edge.targetHandle === now.targetHandle;
    })
  );
}

/** Asks the server now; this cancels an older request. */
async function check(canvas: CanvasStore, signal: AbortSignal): Promise<void> {
  const store = problemsOf(canvas);
  if (canvas.getState().nodes.length === 0) {
    settle(canvas, { list: [], error: '', status: 'ready' });
    return;
  }
  store.setState({ status: 'checking' });
  try {
    const flowData = toFlowData(docOf(canvas.getState()));
    const { problems } = await call(checkFlow, { body: { flowData }, signal });
    if (signal.aborted) return;
    settle(canvas, { list: problems, status: 'ready', error: '' });
  } catch (thrown) {
    if (!signal.aborted) store.setState({ status: 'failed', error: toMessage(thrown) });
  }
}

/** Watches a canvas and keeps its problems up to date; returns a function that stops watching. */
export function watchProblems(canvas: CanvasStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = new AbortController();
  const ask = () => {
    asked.abort();
    asked = new AbortController();
    void check(canvas, asked.signal);
  };
  const leave = canvas.subscribe((state, before) => {
    if (isSameToCheck(state, before)) return;
    // A flow that was loaded or pasted is nothing one is just filling in.
    if (state.nodes.length > before.nodes.length + 1) askProblems(canvas);
    clearTimeout(timer);
    timer = setTimeout(ask, restMs);
  });
  askProblems(canvas);
  ask();
  // Back online: checks what could not be checked before.
  const retry = () => problemsOf(canvas).getState().status === 'failed' && ask();
  window.addEventListener('online', retry);
  return () => {
    leave();
    clearTimeout(timer);
    asked.abort();
    window.removeEventListener('online', retry);
  };
}

/** Checks the drawing again, as after a failed check. */
export function checkAgain(canvas: CanvasStore): void {
  void check(canvas, new AbortController().signal);
}

/** Keeps the problems of this canvas known while a part of it is mounted. */
export function useProblemWatch(): void {
  const canvas = useCanvasStore();
  useEffect(() => watchProblems(canvas), [canvas]);
}
