import { useQueryClient } from '@tanstack/react-query';
import { deleteFlow, duplicateFlow } from '@tendril/contract/api/flows';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useCanvasStore } from '../../canvas/use-canvas.ts';
import { hideCanvasDialog, showCanvasDialog } from '../../state/canvas-flags-store.ts';
import { confirm } from '../../state/confirm-store.ts';
import { notify, notifyError } from '../../state/notifier-store.ts';
import { canvasTexts } from '../../texts/en/canvas.ts';
import { say } from '../../texts/texts.ts';
import { useFlowFileStore } from './desk.ts';
import { canvasPath, isDirty, listPath, reloadFlow, renameFlow, saveAsCopy, saveFlow } from './flow-file.ts';

export type FlowActions = ReturnType<typeof useFlowActions>;

/** What the canvas does with its flow as a whole. */
export function useFlowActions() {
  const canvas = useCanvasStore();
  const file = useFlowFileStore();
  const navigate = useNavigate();
  const client = useQueryClient();

  return useMemo(() => {
    const { kind } = canvas.getState();
    const hasEdits = () => isDirty(file.getState(), canvas.getState().edits);

    const afterSave = async () => {
      const { id, status } = file.getState();
      if (status === 'stale') showCanvasDialog({ kind: 'stale' });
      // The address alone changes: a navigation would put up a new canvas and end the chat beside it.
      else if (id !== null) window.history.replaceState(window.history.state, '', canvasPath(kind, id));
      await client.invalidateQueries({ queryKey: ['flows'] });
    };
    const store = async () => {
      await saveFlow(file, canvas);
      await afterSave();
    };
    const report = (work: Promise<unknown>) => work.catch(notifyError);

    return {
      /** Saves; a flow that was never saved is asked for its name first. */
      save: () => {
        if (file.getState().id === null) showCanvasDialog({ kind: 'name' });
        else void report(store());
      },
      saveAs: (name: string) => {
        hideCanvasDialog();
        file.setState({ name });
        const done = store().then(() => notify(say(canvasTexts, 'savedToast', { name }), 'success'));
        void report(done);
      },
      rename: (name: string) =>
        void report(renameFlow(file, name).then(() => client.invalidateQueries({ queryKey: ['flows'] }))),
      reloadTheirs: () => {
        hideCanvasDialog();
        void report(reloadFlow(file, canvas));
      },
      saveMineAsCopy: () => {
        hideCanvasDialog();
        const name = say(canvasTexts, 'copyName', { name: file.getState().name });
        void report(saveAsCopy(file, canvas, name).then(afterSave));
      },
      /** Copies the flow as it is here and opens the copy. */
      duplicate: async () => {
        const { id } = file.getState();
        if (id === null) return;
        try {
          if (hasEdits()) await store();
          if (hasEdits()) return;
          const copy = await call(duplicateFlow, { params: { id } });
          await client.invalidateQueries({ queryKey: ['flows'] });
          await navigate(canvasPath(kind, copy.id));
        } catch (thrown) {
          notifyError(thrown);
        }
      },
      /** Deletes the flow after asking, and leaves. */
      remove: async () => {
        const { id, name } = file.getState();
        if (id === null) return;
        const isSure = await confirm({
          title: say(canvasTexts, 'deleteTitle'),
          description: say(canvasTexts, kind === 'CHATFLOW' ? 'deleteChat' : 'deleteAgent', { name }),
          confirmText: say(canvasTexts, 'delete'),
          isDanger: true,
        });
        if (!isSure) return;
        try {
          await call(deleteFlow, { params: { id } });
          file.setState({ savedEdits: canvas.getState().edits });
          await client.invalidateQueries({ queryKey: ['flows'] });
          await navigate(listPath(kind));
        } catch (thrown) {
          notifyError(thrown);
        }
      },
      back: () => void navigate(listPath(kind)),
    };
  }, [canvas, file, navigate, client]);
}
