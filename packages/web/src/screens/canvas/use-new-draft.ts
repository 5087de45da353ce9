import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { canvasPath } from '../../kit/lib/flow-paths.ts';
import { useEditingSession, useFlowFile } from './editing-session.ts';
import type { FlowActions } from './use-flow-actions.ts';

/** A new flow gets an address of its own when the server keeps it: at its first edits, or when somebody wants to ask it. */
export function useNewDraft({ saveNow }: FlowActions, isChatOpen: boolean): void {
  const session = useEditingSession();
  const navigate = useNavigate();
  const isUnsaved = useFlowFile((file) => file.id === null && file.savedAt === null);
  const hasNodes = useCanvas((state) => state.nodes.length > 0);
  useEffect(() => {
    const { autosave, canvas } = session;
    autosave.onCreated = async (id) => {
      session.onSavedAs(id);
      // The same session at its own URL.
      await navigate(canvasPath(canvas.getState().kind, id), { replace: true });
    };
    return () => {
      autosave.onCreated = () => undefined;
    };
  }, [session, navigate]);
  useEffect(() => {
    if (isChatOpen && isUnsaved && hasNodes) void saveNow();
  }, [isChatOpen, isUnsaved, hasNodes, saveNow]);
}
