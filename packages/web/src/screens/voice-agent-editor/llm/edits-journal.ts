import { toMessage } from '../../../kit/lib/to-message.ts';
import { forgetEdits, type KeptEdits, keepEdits } from './llm-journal.ts';

/** While edits follow each other, this device is written to this often. */
const restMs = 250;

/**
 * Keeps unsent edits on this device; `record` answers what there is to keep now, null for nothing. `onKept` hears after
 * each write whether it worked: '' or why not.
 */
export function createEditsJournal(
  editorId: string,
  record: () => KeptEdits | null,
  onKept: (failure: string) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const kept = record();
    try {
      await (kept ? keepEdits(kept) : forgetEdits(editorId));
      onKept('');
    } catch (thrown) {
      // A device that keeps nothing has nothing to forget either.
      onKept(kept ? toMessage(thrown) : '');
    }
  };
  /** Begins the write as soon as the one before it is over. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  return {
    flush,
    /** Something changed. */
    note: () => {
      timer ??= setTimeout(() => void flush(), restMs);
    },
  };
}
