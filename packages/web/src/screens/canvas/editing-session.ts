import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import type { DraftAutosave } from '../../features/draft/draft-autosave.ts';
import type { DraftSession } from '../../features/draft/draft-session.ts';
import { type FlowFile, type FlowFileStore, isDirty } from '../../features/draft/flow-file.ts';

/** One open flow: its canvas, its save state and its autosave. */
export interface EditingSession extends DraftSession {
  autosave: DraftAutosave;
  /** Notifies the screen of a new flow's id before its URL changes. */
  onSavedAs: (id: string) => void;
}

export const EditingSessionContext = createContext<EditingSession | null>(null);

/** The editing session of this component. */
export function useEditingSession(): EditingSession {
  const session = useContext(EditingSessionContext);
  if (!session) throw new Error('No flow around this component');
  return session;
}

/** The file store of the surrounding canvas. */
export function useFlowFileStore(): FlowFileStore {
  return useEditingSession().file;
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
