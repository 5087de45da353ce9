import { createFlow, type FlowDetail, readFlow, saveDraft, updateFlow } from '@tendril/contract/api/flows';
import type { FlowType } from '@tendril/contract/flow/flow';
import { createStore, type StoreApi } from 'zustand';
import { call } from '../../api/call.ts';
import { RequestError } from '../../api/request-error.ts';
import { toFlowData } from '../../canvas/canvas-doc.ts';
import { type CanvasStore, openFlow } from '../../canvas/canvas-store.ts';

/** How the drawing stands to what the server has of it. */
export interface FlowFile {
  /** Null while the flow was never saved. */
  id: string | null;
  name: string;
  /** The draft this drawing was made from, for `If-Match`. */
  revision: number;
  status: 'resting' | 'saving' | 'failed' | 'stale';
  savedAt: number | null;
  /** The canvas's count of edits at the last save. */
  savedEdits: number;
}

export type FlowFileStore = StoreApi<FlowFile>;

/** The file of a flow that was opened, or of a new one. */
export function createFlowFile(untitled: string, flow?: FlowDetail): FlowFileStore {
  return createStore<FlowFile>(() => ({
    id: flow?.id ?? null,
    name: flow?.name ?? untitled,
    revision: flow?.draftRevision ?? 0,
    status: 'resting',
    savedAt: flow?.updatedAt ?? null,
    savedEdits: 0,
  }));
}

/** Whether the drawing holds edits that the server does not have (CANVAS-03). */
export function isDirty(file: Pick<FlowFile, 'savedEdits'>, edits: number): boolean {
  return edits !== file.savedEdits;
}

const isStale = (thrown: unknown) => thrown instanceof RequestError && thrown.code === 'STALE_VERSION';

function takeOver(file: FlowFileStore, flow: FlowDetail, savedEdits: number): void {
  const { id, name, draftRevision, updatedAt } = flow;
  file.setState({ id, name, revision: draftRevision, status: 'resting', savedAt: updatedAt, savedEdits });
}

async function saveOver(file: FlowFileStore, canvas: CanvasStore, id: string): Promise<void> {
  const { edits } = canvas.getState();
  const { revision } = file.getState();
  const saved = await call(saveDraft, {
    params: { id },
    body: { flowData: toFlowData(canvas.getState()) },
    headers: { 'if-match': String(revision) },
  });
  file.setState({
    revision: saved.draftRevision,
    status: 'resting',
    savedAt: saved.updatedAt,
    savedEdits: edits,
  });
}

async function saveNew(file: FlowFileStore, canvas: CanvasStore, name: string): Promise<void> {
  const { edits, kind } = canvas.getState();
  const flow = await call(createFlow, {
    body: { name, type: kind, flowData: toFlowData(canvas.getState()) },
  });
  takeOver(file, flow, edits);
}

/**
 * Saves the drawing: over its draft, or as a new flow when it has none. A draft that somebody else saved in between
 * leaves the file `stale` and nothing is lost; any other refusal leaves it `failed` and is thrown.
 */
export async function saveFlow(file: FlowFileStore, canvas: CanvasStore): Promise<void> {
  if (file.getState().status === 'saving') return;
  const { id, name } = file.getState();
  file.setState({ status: 'saving' });
  try {
    await (id === null ? saveNew(file, canvas, name) : saveOver(file, canvas, id));
  } catch (thrown) {
    file.setState({ status: isStale(thrown) ? 'stale' : 'failed' });
    if (!isStale(thrown)) throw thrown;
  }
}

/** Saves the drawing as a flow of its own, which it is from then on. */
export async function saveAsCopy(file: FlowFileStore, canvas: CanvasStore, name: string): Promise<void> {
  await saveNew(file, canvas, name);
}

/** Gives up the drawing for what the server has. */
export async function reloadFlow(file: FlowFileStore, canvas: CanvasStore): Promise<void> {
  const { id } = file.getState();
  if (id === null) return;
  const flow = await call(readFlow, { params: { id } });
  openFlow(canvas, flow.flowData);
  takeOver(file, flow, 0);
}

/** Gives the flow another name; a saved one gets it on the server at once. */
export async function renameFlow(file: FlowFileStore, name: string): Promise<void> {
  const { id, name: before } = file.getState();
  file.setState({ name });
  if (id === null) return;
  try {
    await call(updateFlow, { params: { id }, body: { name } });
  } catch (thrown) {
    file.setState({ name: before });
    throw thrown;
  }
}

/** Where the canvas of a flow is. */
export function canvasPath(kind: FlowType, id?: string): string {
  const base = kind === 'CHATFLOW' ? '/canvas' : '/agentcanvas';
  return id === undefined ? base : `${base}/${id}`;
}

/** The list the canvas was opened from. */
export function listPath(kind: FlowType): string {
  return kind === 'CHATFLOW' ? '/chatflows' : '/agentflows';
}
