import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Command } from '../commands/canvas-commands.ts';
import { type CanvasState, type CanvasStore, runCommand } from './canvas-store.ts';
import type { CommandOptions } from './history-steps.ts';

export const CanvasContext = createContext<CanvasStore | null>(null);

/** The store of the surrounding canvas. */
export function useCanvasStore(): CanvasStore {
  const store = useContext(CanvasContext);
  if (!store) throw new Error('No canvas around this component');
  return store;
}

/** Part of the canvas state; re-renders when that part changes. */
export function useCanvas<T>(select: (state: CanvasState) => T): T {
  return useStore(useCanvasStore(), select);
}

/** Runs a command on the surrounding canvas. */
export function useRunCommand(): (command: Command, options?: CommandOptions) => void {
  const store = useCanvasStore();
  return (command, options) => runCommand(store, command, options);
}
