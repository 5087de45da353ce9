import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import type { DraftDesk } from '../../features/draft/draft-desk.ts';
import type { DraftKeeper } from '../../features/draft/draft-keeper.ts';
import { type FlowFile, type FlowFileStore, isDirty } from '../../features/draft/flow-file.ts';

/** One open flow: its drawing, how it stands to the server, and who keeps its edits. */
export interface Desk extends DraftDesk {
  keeper: DraftKeeper;
  /** Tells the screen that a new flow now has this id, before its address changes. */
  onSavedAs: (id: string) => void;
}

export const DeskContext = createContext<Desk | null>(null);

/** The desk this component stands at. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('No flow around this component');
  return desk;
}

/** The file store of the canvas this component stands in. */
export function useFlowFileStore(): FlowFileStore {
  return useDesk().file;
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
