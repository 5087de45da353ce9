import type { RunPart } from '@tendril/contract/run-event';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AskRequest } from '../../chat/use-ask-request.ts';
import type { CanvasStore } from '../document/canvas-store.ts';
import { useCanvasStore } from '../document/use-canvas.ts';

/** What is under way between a click on "run" and the first event, and what has to be asked before. */
export interface RunSession {
  isStarting: boolean;
  /** The part that waits for a question to run with. */
  asksFor: RunPart | null;
  /** What the chat should ask or decide; a new object for each request. */
  request: AskRequest | null;
  /** Whether the chat is mounted, visible or not. */
  hasChat: boolean;
}

const sessions = new WeakMap<CanvasStore, StoreApi<RunSession>>();
/** The session that holds a canvas's runs. */
export function runSessionOf(canvas: CanvasStore): StoreApi<RunSession> {
  let session = sessions.get(canvas);
  if (!session) {
    session = createStore<RunSession>(() => ({
      isStarting: false,
      asksFor: null,
      request: null,
      hasChat: false,
    }));
    sessions.set(canvas, session);
  }
  return session;
}

/** Part of the run session of the surrounding canvas. */
export function useRunSession<T>(select: (session: RunSession) => T): T {
  return useStore(runSessionOf(useCanvasStore()), select);
}
