import type { CanvasDoc } from './canvas-doc.ts';
import { isSameDoc } from './same-doc.ts';

/** A state of the drawing to go back or forward to; the documents share whatever did not change. */
export interface HistoryStep {
  doc: CanvasDoc;
  /** The mark this content had, so that going back to what was saved is no unsaved edit. */
  edits: number;
}

/** What can be undone and redone, oldest first and next first. */
export interface CanvasHistory {
  past: readonly HistoryStep[];
  future: readonly HistoryStep[];
  /** The step that further commands of the same group still belong to. */
  open: { group: string; at: number; isHeld: boolean } | null;
  /** The highest mark given so far. */
  lastEdit: number;
}

export const noHistory: CanvasHistory = { past: [], future: [], open: null, lastEdit: 0 };

/** How many steps are kept. */
export const maxSteps = 200;

/** Commands of one group belong to one step as long as each comes within this time of the one before. */
const burstMs = 1000;

/** How a command takes its place in the history. */
export interface CommandOptions {
  /** Commands of the same group in a burst are one step; left out, the command's own group counts. */
  group?: string | undefined;
  /** The group stays one step, however long it takes, until `endStep`: a drag. */
  isHeld?: boolean;
}

export interface Recorded {
  history: CanvasHistory;
  edits: number;
}

/** The history after a command led from one document to the next. */
export function record(
  { history, edits }: Recorded,
  before: CanvasDoc,
  after: CanvasDoc,
  { group, isHeld = false }: CommandOptions,
): Recorded {
  const at = Date.now();
  const { open, past } = history;
  const lastEdit = history.lastEdit + 1;
  const next = { future: [], open: group ? { group, at, isHeld } : null, lastEdit };
  if (open && group === open.group && (open.isHeld || at - open.at < burstMs)) {
    const start = past.at(-1);
    // A change that returns to its start is not a step.
    return start && isSameDoc(start.doc, after) && !isHeld
      ? { history: { ...next, past: past.slice(0, -1), open: null }, edits: start.edits }
      : { history: { ...next, past }, edits: lastEdit };
  }
  const kept = past.length >= maxSteps ? past.slice(past.length - maxSteps + 1) : past;
  return { history: { ...next, past: [...kept, { doc: before, edits }] }, edits: lastEdit };
}

/** The history once the open step has ended. */
export function closed({ history, edits }: Recorded, doc: CanvasDoc): Recorded {
  const start = history.past.at(-1);
  return start && isSameDoc(start.doc, doc)
    ? { history: { ...history, past: history.past.slice(0, -1), open: null }, edits: start.edits }
    : { history: { ...history, open: null }, edits };
}
