import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { createStore, type StoreApi } from 'zustand';
import type { CanvasState } from '../canvas/document/canvas-store.ts';
import { safeTextOf } from './flow-text.ts';

/** Somebody else's draft that cannot be merged without asking. */
export interface OpenClash {
  base: FlowData;
  theirs: FlowDetail;
  /** Who saved it; empty when unknown. */
  author: string;
}

/** What was brought back when the flow was opened. */
interface RestoredEdits {
  edits: number;
  /** Somebody had saved in the meantime. */
  withMerge: boolean;
  /** Passwords that were typed then and have to be typed again. */
  withheld: number;
}

/** How the drawing stands to what the server has of it. */
export interface FlowFile {
  /** Null while the flow was never saved. */
  id: string | null;
  /** What this device calls a flow that was never saved. */
  localId: string;
  name: string;
  /** The server stores it under a default name. */
  isUnnamed: boolean;
  /** The draft this drawing was made from, for `If-Match`. */
  revision: number;
  /** That draft as JSON without passwords: what a merge starts from. */
  base: string;
  draftVersion: number | null;
  liveVersion: number | null;
  publishing: FlowDetail['status'];
  phase: 'resting' | 'saving' | 'failed' | 'offline' | 'clash';
  /** Why the last save did not work. */
  failure: string;
  savedAt: number | null;
  /** The canvas's mark at the last save. */
  savedEdits: number;
  /** The canvas's mark that this device has kept. */
  keptEdits: number;
  /** Why this device could not keep the edits. */
  keepFailure: string;
  clash: OpenClash | null;
  /** Its import left a report. */
  hasImportReport: boolean;
  /** Edits of an earlier time that were brought back when the flow was opened. */
  restored: RestoredEdits | null;
}

export type FlowFileStore = StoreApi<FlowFile>;

const emptyFlowText = '{"nodes":[],"edges":[]}';

/** The mark of no content: whatever is drawn is then unsaved. */
export const noMark = -1;

type SavedState = Pick<FlowDetail, 'draftRevision' | 'draftVersion' | 'liveVersion' | 'status' | 'updatedAt'>;

/** What of the file a saved draft decides. */
export function savedState(saved: SavedState) {
  return {
    revision: saved.draftRevision,
    draftVersion: saved.draftVersion,
    liveVersion: saved.liveVersion,
    publishing: saved.status,
    savedAt: saved.updatedAt,
  };
}

/** The file of a flow that was opened, or of a new one. */
export function createFlowFile(untitled: string, flow?: FlowDetail): FlowFileStore {
  const saved = flow
    ? savedState(flow)
    : { revision: 0, draftVersion: null, liveVersion: null, publishing: 'never' as const, savedAt: null };
  return createStore<FlowFile>(() => ({
    ...saved,
    id: flow?.id ?? null,
    localId: `new:${crypto.randomUUID()}`,
    name: flow?.name ?? untitled,
    isUnnamed: false,
    hasImportReport: flow?.hasImportReport ?? false,
    base: flow ? safeTextOf(flow.flowData) : emptyFlowText,
    phase: 'resting',
    failure: '',
    savedEdits: 0,
    keptEdits: 0,
    keepFailure: '',
    clash: null,
    restored: null,
  }));
}

/** Whether the drawing holds edits that the server does not have. */
export function isDirty(file: Pick<FlowFile, 'savedEdits'>, edits: number): boolean {
  return edits !== file.savedEdits;
}

/** Whether there are edits that neither the server nor this device has. */
export function isOnlyInMemory(file: Pick<FlowFile, 'savedEdits' | 'keptEdits'>, edits: number): boolean {
  return isDirty(file, edits) && file.keptEdits !== edits;
}

/** How many steps lie between the drawing and its last save. */
export function unsavedSteps(
  { savedEdits }: Pick<FlowFile, 'savedEdits'>,
  { edits, history }: Pick<CanvasState, 'edits' | 'history'>,
): number {
  if (edits === savedEdits) return 0;
  const back = history.past.findLastIndex((step) => step.edits === savedEdits);
  if (back !== -1) return history.past.length - back;
  const forward = history.future.findIndex((step) => step.edits === savedEdits);
  return forward === -1 ? Math.max(1, history.past.length) : forward + 1;
}
