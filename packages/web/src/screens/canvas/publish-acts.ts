import { type FlowVersion, publishFlow, restoreFlowVersion } from '@tendril/contract/api/flow-versions';
import { checkAgain } from '../../features/canvas/inspect/problems-store.ts';
import { savedState } from '../../features/draft/flow-file.ts';
import { safeTextOf } from '../../features/draft/flow-text.ts';
import { adoptFlow } from '../../features/draft/merge-theirs.ts';
import { call } from '../../kit/api/call.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { hideCanvasDialog, showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { enqueueSnackbar, notify, notifyError } from '../../kit/state/notifier-store.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { say } from '../../kit/texts/texts.ts';
import { useFrame } from './frame-store.ts';
import type { ActParts } from './use-flow-actions.ts';

const isInvalid = (thrown: unknown) => thrown instanceof RequestError && thrown.code === 'FLOW_INVALID';
const isStale = (thrown: unknown) => thrown instanceof RequestError && thrown.code === 'STALE_VERSION';

/** Actions that publish, restore or show a version. */
export function publishActs({ session, client }: ActParts, saveNow: () => Promise<boolean>) {
  const { canvas, file, autosave } = session;

  const head = () => {
    const { id, revision } = file.getState();
    return { id: id ?? '', headers: { 'if-match': String(revision) } };
  };

  /** Sends it; a draft that somebody saved in between is merged first, and then it is sent again. */
  const send = async (body: { versionId?: string; note?: string }, isAgain = false): Promise<void> => {
    if (!(await saveNow())) return;
    const { id, headers } = head();
    try {
      const state = await call(publishFlow, { params: { id }, headers, body });
      file.setState(savedState(state));
      autosave.announce();
      notify(say(canvasFrameTexts, 'publishedToast', { version: state.liveVersion ?? '' }), 'success');
      await client.invalidateQueries({ queryKey: ['flows'] });
    } catch (thrown) {
      if (isStale(thrown) && !isAgain && (await autosave.merge())) return send(body, true);
      if (!isInvalid(thrown)) throw thrown;
      checkAgain(canvas);
      useFrame.setState({ request: 'problems' });
      const reason = toMessage(thrown);
      enqueueSnackbar(say(canvasFrameTexts, 'refusedToast', { reason }), { variant: 'warning' });
    }
  };

  const publish = async (note: string) => {
    hideCanvasDialog();
    await send(note === '' ? {} : { note });
  };

  const publishVersion = async ({ id: versionId, number, isDraft }: FlowVersion) => {
    const isSure = await confirm({
      title: say(versionsTexts, 'publishTitle', { number }),
      description: say(versionsTexts, 'publishText', { number }),
      confirmText: say(versionsTexts, 'publish'),
    });
    if (isSure) await send(isDraft ? {} : { versionId });
  };

  const restoreVersion = async ({ id: versionId, number }: FlowVersion) => {
    const isSure = await confirm({
      title: say(versionsTexts, 'restoreTitle', { number }),
      description: say(versionsTexts, 'restoreText', { number }),
      confirmText: say(versionsTexts, 'restore'),
    });
    if (!isSure || !(await saveNow())) return;
    const { id, headers } = head();
    const { flowData, ...state } = await call(restoreFlowVersion, { params: { id, versionId }, headers });
    adoptFlow(canvas, flowData);
    file.setState({
      ...savedState(state),
      base: safeTextOf(flowData),
      savedEdits: canvas.getState().edits,
    });
    autosave.announce();
    notify(say(versionsTexts, 'restored', { number }), 'success');
    await client.invalidateQueries({ queryKey: ['flows'] });
  };

  return {
    askPublish: () => showCanvasDialog({ kind: 'publish' }),
    publish: (note: string) => publish(note).catch(notifyError),
    publishVersion: (version: FlowVersion) => publishVersion(version).catch(notifyError),
    restoreVersion: (version: FlowVersion) => restoreVersion(version).catch(notifyError),
  };
}
