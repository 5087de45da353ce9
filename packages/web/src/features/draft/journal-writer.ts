import { toMessage } from '../../kit/lib/to-message.ts';
import { docOf } from '../canvas/document/canvas-store.ts';
import { purgeDrafts, removeDraft, writeDraft } from './draft-journal.ts';
import type { DraftSession } from './draft-session.ts';
import { isDirty, unsavedSteps } from './flow-file.ts';
import { safeFlowText, withheldPasswords } from './flow-text.ts';

/** While edits follow each other, the journal is written this often; the first one is written at once. */
const restMs = 250;

const isFull = (thrown: unknown) => thrown instanceof DOMException && thrown.name === 'QuotaExceededError';

/** Keeps the edits of a session on this device until the server has them. */
export function createJournalWriter(
  { canvas, file, editorId, user }: DraftSession,
  onFailure: (why: string) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastWriteAt = 0;
  let writing: Promise<void> = Promise.resolve();

  const record = () => {
    const state = canvas.getState();
    const { id, localId, name, revision, base } = file.getState();
    return {
      editorId,
      user: user ?? '',
      flowId: id ?? localId,
      isNew: id === null,
      kind: state.kind,
      name,
      baseRevision: revision,
      base,
      edits: unsavedSteps(file.getState(), state),
      nodeCount: state.nodes.length,
      withheld: withheldPasswords(docOf(state)),
      at: Date.now(),
      flow: safeFlowText(docOf(state)),
    };
  };

  const notify = (thrown: unknown) => {
    const why = toMessage(thrown);
    const isNews = file.getState().keepFailure === '';
    file.setState({ keepFailure: why });
    if (isNews) onFailure(why);
  };

  const put = async () => {
    const { edits } = canvas.getState();
    try {
      await writeDraft(record()).catch(async (thrown: unknown) => {
        if (!isFull(thrown)) throw thrown;
        // Old drafts of other flows are deleted first to free space.
        await purgeDrafts();
        await writeDraft(record());
      });
      file.setState({ keptEdits: edits, keepFailure: '' });
    } catch (thrown) {
      notify(thrown);
    }
  };

  /** Begins the write in this very turn. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    lastWriteAt = Date.now();
    if (user === null || !isDirty(file.getState(), canvas.getState().edits)) return writing;
    const written = put();
    writing = Promise.all([writing, written]).then(() => undefined);
    return writing;
  };

  return {
    flush,

    /** The drawing changed. */
    note: () => {
      if (timer !== undefined) return;
      const waitMs = Math.max(0, lastWriteAt + restMs - Date.now());
      // Even the first write lets the key press be drawn before.
      timer = setTimeout(() => void flush(), waitMs);
    },

    /** The server holds everything: the device may forget. */
    clear: async () => {
      clearTimeout(timer);
      timer = undefined;
      await writing;
      if (isDirty(file.getState(), canvas.getState().edits)) return flush();
      await removeDraft(editorId).catch(() => undefined);
      return undefined;
    },
  };
}

export type JournalWriter = ReturnType<typeof createJournalWriter>;
