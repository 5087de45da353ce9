import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useCanvas } from '../../canvas/use-canvas.ts';
import { type FlowFile, type FlowFileStore, isDirty } from './flow-file.ts';

export const FlowFileContext = createContext<FlowFileStore | null>(null);

/** The file store of the canvas this component stands in. */
export function useFlowFileStore(): FlowFileStore {
  const store = useContext(FlowFileContext);
  if (!store) throw new Error('No flow around this component');
  return store;
}

/** A part of the open file's state. */
export function useFlowFile<T>(select: (file: FlowFile) => T): T {
  return useStore(useFlowFileStore(), select);
}

/** Whether the drawing has unsaved edits. */
export function useIsDirty(): boolean {
  const savedEdits = useFlowFile((file) => file.savedEdits);
  return useCanvas((state) => isDirty({ savedEdits }, state.edits));
}
