import type { RunPart } from '@tendril/contract/run-event';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AskWish } from '../../chat/use-ask-wish.ts';
import type { CanvasStore } from '../document/canvas-store.ts';
import { useCanvasStore } from '../document/use-canvas.ts';

/** What is under way between a click on "run" and the first event, and what has to be asked before. */
export interface RunDesk {
  isStarting: boolean;
  /** The part that waits for a question to run with. */
  asksFor: RunPart | null;
  /** What the chat shall ask or decide; a new object for each wish. */
  wish: AskWish | null;
  /** The chat is there, open or not. */
  hasChat: boolean;
}

const desks = new WeakMap<CanvasStore, StoreApi<RunDesk>>();
/** The desk of a canvas's runs. */
export function runDeskOf(canvas: CanvasStore): StoreApi<RunDesk> {
  let desk = desks.get(canvas);
  if (!desk) {
    desk = createStore<RunDesk>(() => ({
      isStarting: false,
      asksFor: null,
      wish: null,
      hasChat: false,
    }));
    desks.set(canvas, desk);
  }
  return desk;
}

/** A part of the desk of the canvas around this component. */
export function useRunDesk<T>(select: (desk: RunDesk) => T): T {
  return useStore(runDeskOf(useCanvasStore()), select);
}
