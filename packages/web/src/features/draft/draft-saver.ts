import { RequestError } from '../../kit/api/request-error.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { docOf } from '../canvas/document/canvas-store.ts';
import type { DraftSession } from './draft-session.ts';
import { isDirty, savedState } from './flow-file.ts';
import { flowText } from './flow-text.ts';
import { type SaveRequest, sendDraft, sendNewFlow } from './send-draft.ts';

type SaveOutcome = 'saved' | 'stale';

/** Called with the id a new flow was given. */
export type OnId = (id: string) => Promise<void> | void;

/** Whether trying again without a change makes sense. */
export function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof RequestError)) return thrown instanceof DOMException;
  return thrown.status === 0 || thrown.status === 429 || thrown.status >= 500;
}

const isUnreached = (thrown: unknown) =>
  !navigator.onLine ||
  thrown instanceof DOMException ||
  (thrown instanceof RequestError && thrown.status === 0);

const isStale = (thrown: unknown) => thrown instanceof RequestError && thrown.code === 'STALE_VERSION';
const isGone = (thrown: unknown) => thrown instanceof RequestError && thrown.code === 'NOT_FOUND';

/** Sends a session's drawing to the server, one save at a time. */
export function createDraftSaver({ canvas, file }: DraftSession) {
  let running: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const failed = (thrown: unknown): SaveOutcome => {
    if (isStale(thrown)) {
      file.setState({ phase: 'resting' });
      return 'stale';
    }
    file.setState({ phase: isUnreached(thrown) ? 'offline' : 'failed', failure: toMessage(thrown) });
    // Deleted in another place: the next save recreates it.
    if (isGone(thrown)) file.setState({ id: null, revision: 0 });
    throw thrown;
  };

  const saveOver = async (request: SaveRequest): Promise<SaveOutcome> => {
    const { id } = file.getState();
    if (id === null) return 'saved';
    file.setState({ phase: 'saving' });
    try {
      const { edits } = canvas.getState();
      const { text, safe } = await flowText(docOf(canvas.getState()));
      const saved = await sendDraft(id, file.getState().revision, text, request);
      file.setState({ ...savedState(saved), base: safe, phase: 'resting', failure: '', savedEdits: edits });
      return 'saved';
    } catch (thrown) {
      return failed(thrown);
    }
  };

  const saveNew = async (name: string, onId: OnId): Promise<SaveOutcome> => {
    file.setState({ phase: 'saving' });
    try {
      const { edits, kind } = canvas.getState();
      const { text, safe } = await flowText(docOf(canvas.getState()));
      const flow = await sendNewFlow(name, kind, text);
      file.setState({
        ...savedState(flow),
        id: flow.id,
        name: flow.name,
        base: safe,
        failure: '',
        savedEdits: edits,
        clash: null,
      });
      // When "saved" is shown, the flow can be opened at its own address.
      await onId(flow.id);
      file.setState({ phase: 'resting' });
      return 'saved';
    } catch (thrown) {
      return failed(thrown);
    }
  };

  /** One after the other: a save begins when the one before has its answer. */
  const inTurn = (work: () => Promise<SaveOutcome>): Promise<SaveOutcome> => {
    waiting += 1;
    const mine = running.then(work, work);
    running = mine
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return mine;
  };

  return {
    isBusy: () => waiting > 0,
    /** Saves over the draft; an autosave of what is saved already sends nothing. */
    over: (request: SaveRequest) =>
      inTurn(async () =>
        request.isCheckpoint || isDirty(file.getState(), canvas.getState().edits)
          ? saveOver(request)
          : 'saved',
      ),
    asNew: (name: string, onId: OnId) => inTurn(() => saveNew(name, onId)),
  };
}
