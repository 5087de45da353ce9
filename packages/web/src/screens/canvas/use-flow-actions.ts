import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { BundleEntry } from '@tendril/contract/api/export-import';
import { deleteFlow, duplicateFlow, updateFlow } from '@tendril/contract/api/flows';
import { importFiles, keepImportReport } from '@tendril/contract/api/import-files';
import { stopRun } from '@tendril/contract/api/runs';
import { useMemo } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { isDirty } from '../../features/draft/flow-file.ts';
import type { Choices } from '../../features/draft/merge-clash.ts';
import { entryPath } from '../../features/export-import/entry-path.ts';
import { agentsOfFlows } from '../../features/voice-agent/agents-of-flows.ts';
import { call } from '../../kit/api/call.ts';
import { canvasPath, listPath } from '../../kit/lib/flow-paths.ts';
import { hideCanvasDialog, showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { say } from '../../kit/texts/texts.ts';
import { type EditingSession, useEditingSession } from './editing-session.ts';
import { chooseFlowFile, exportFlow, loadFlow } from './flow-file-acts.ts';
import { publishActs } from './publish-acts.ts';

export type FlowActions = ReturnType<typeof useFlowActions>;

/** What the actions of a flow share. */
export interface ActParts {
  session: EditingSession;
  client: QueryClient;
  navigate: NavigateFunction;
}

const report = (work: Promise<unknown>) => void work.catch(notifyError);

const refreshLists = (client: QueryClient) => client.invalidateQueries({ queryKey: ['flows'] });

/** A flow that was never saved can be run at once: the server keeps it, and its name comes later. */
async function createDraft({ autosave }: EditingSession, client: QueryClient): Promise<boolean> {
  try {
    await autosave.createDraft();
    void refreshLists(client);
    return true;
  } catch (thrown) {
    notifyError(thrown);
    return false;
  }
}

/** Names an automatically created draft, and saves its first checkpoint. */
async function nameDraft(
  { file }: EditingSession,
  name: string,
  store: (isCheckpoint: boolean) => Promise<boolean>,
): Promise<void> {
  hideCanvasDialog();
  const { id } = file.getState();
  if (id === null) return;
  await call(updateFlow, { params: { id }, body: { name } });
  file.setState({ name, isUnnamed: false });
  if (await store(true)) notify(say(canvasTexts, 'savedToast', { name }), 'success');
}

/** Actions that send the drawing to the server. */
function saveActs({ session, client, navigate }: ActParts) {
  const { canvas, file, autosave } = session;
  const kind = () => canvas.getState().kind;

  /** Saves over the draft; asks for a name, or for choices, where that has to come first. */
  const store = async (isCheckpoint: boolean, note?: string): Promise<boolean> => {
    await autosave.created();
    const { id, isUnnamed, savedAt } = file.getState();
    const isNew = id === null;
    if (isNew && !isCheckpoint && savedAt === null && canvas.getState().nodes.length > 0) {
      return await createDraft(session, client);
    }
    if (isNew || (isCheckpoint && isUnnamed)) {
      showCanvasDialog({ kind: 'name' });
      return false;
    }
    const isSaved = await autosave.save({ isCheckpoint, ...(note && { note }) }).catch((thrown: unknown) => {
      notifyError(thrown);
      return false;
    });
    if (file.getState().clash) showCanvasDialog({ kind: 'clash' });
    if (isSaved && isCheckpoint) {
      file.setState({ restored: null });
      void refreshLists(client);
    }
    return isSaved;
  };

  const saveNew = async (name: string, toast: 'copiedToast' | 'savedToast') => {
    hideCanvasDialog();
    await autosave.saveAsNew(name, async (id) => {
      file.setState({ isUnnamed: false });
      session.onSavedAs(id);
      // The same session at its own URL.
      await navigate(canvasPath(kind(), id), { replace: true });
    });
    notify(
      toast === 'savedToast' ? say(canvasTexts, toast, { name }) : say(canvasFrameTexts, toast, { name }),
      'success',
    );
    await refreshLists(client);
  };

  return {
    save: () => void store(true),
    saveNow: () => store(false),
    askNote: () => showCanvasDialog({ kind: 'note' }),
    saveWithNote: (note: string) => {
      hideCanvasDialog();
      void store(true, note);
    },
    saveAs: (name: string) => {
      const { id, isUnnamed } = file.getState();
      report(id !== null && isUnnamed ? nameDraft(session, name, store) : saveNew(name, 'savedToast'));
    },
    askCopy: () => showCanvasDialog({ kind: 'copy' }),
    saveAsCopy: (name: string) => report(saveNew(name, 'copiedToast')),
    saveMineAsCopy: () => {
      const name = say(draftsTexts, 'copyName', { name: file.getState().name });
      report(saveNew(name, 'copiedToast'));
    },
    showClash: () => showCanvasDialog({ kind: 'clash' }),
    settle: async (choices: Choices) => {
      const isSaved = await autosave.settle(choices).catch(notifyError);
      // Somebody may have saved once more in between: then there is another choice to make.
      if (!file.getState().clash) hideCanvasDialog();
      if (isSaved === true) await refreshLists(client);
    },
  };
}

/** Actions on the whole flow. */
function wholeActs({ session, client, navigate }: ActParts, saveNow: () => Promise<boolean>) {
  const { canvas, file, autosave } = session;
  const { kind } = canvas.getState();

  const rename = async (name: string) => {
    const { id, name: before } = file.getState();
    file.setState({ name, isUnnamed: false });
    if (id === null) return;
    try {
      await call(updateFlow, { params: { id }, body: { name } });
    } catch (thrown) {
      file.setState({ name: before });
      throw thrown;
    }
    await refreshLists(client);
  };

  const duplicate = async () => {
    const { id } = file.getState();
    if (id === null) return;
    const hasEdits = isDirty(file.getState(), canvas.getState().edits);
    if (hasEdits && !(await saveNow())) return;
    const copy = await call(duplicateFlow, { params: { id } });
    await refreshLists(client);
    await navigate(canvasPath(kind, copy.id));
  };

  const remove = async () => {
    const { id, name } = file.getState();
    if (id === null) return;
    const question = say(canvasTexts, `delete_${kind}`, { name });
    const agents = (await agentsOfFlows([id])).join(', ');
    const isSure = await confirm({
      title: say(canvasTexts, 'deleteTitle'),
      description: agents ? `${question} ${say(canvasTexts, 'breaksAgents', { agents })}` : question,
      confirmText: say(canvasTexts, 'delete'),
      isDanger: true,
    });
    if (!isSure) return;
    await call(deleteFlow, { params: { id } });
    await autosave.forget();
    await refreshLists(client);
    await navigate(listPath(kind));
  };

  const keep = async ({ file: name, findings }: BundleEntry) => {
    if (!(await saveNow())) return;
    const { id } = file.getState();
    if (id === null) return;
    await call(keepImportReport, { params: { id }, body: { file: name, findings } });
    file.setState({ hasImportReport: true });
  };
  const importApart = async (given: { name: string; text: string }) => {
    const { entries } = await call(importFiles, { body: { files: [given] } });
    const [entry] = entries;
    await refreshLists(client);
    if (entry) await navigate(entryPath(entry));
  };

  return {
    rename: (name: string) => report(rename(name)),
    duplicate: () => report(duplicate()),
    remove: () => report(remove()),
    back: () => void navigate(listPath(kind)),
    load: () => chooseFlowFile((given) => report(loadFlow(session, given, { keep, importApart }))),
    export: () => exportFlow(session),
    stop: () => {
      const { runId, isLive } = canvas.getState().run;
      if (isLive) report(call(stopRun, { params: { id: runId } }));
    },
  };
}

/** The flow actions of the canvas. */
export function useFlowActions() {
  const session = useEditingSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMemo(() => {
    const parts: ActParts = { session, client, navigate };
    const saving = saveActs(parts);
    return { ...saving, ...wholeActs(parts, saving.saveNow), ...publishActs(parts, saving.saveNow) };
  }, [session, navigate, client]);
}
