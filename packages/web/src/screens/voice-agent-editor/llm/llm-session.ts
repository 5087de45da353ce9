import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createEditsJournal } from './edits-journal.ts';
import { type EditedField, fieldsOf, type LlmEdits, pick, rebaseEdits, withoutSame } from './llm-edits.ts';
import type { KeptEdits } from './llm-journal.ts';
import { createLlmSaver } from './llm-saver.ts';

/** How the edits stand to the server. */
type SaveStage = 'saved' | 'waiting' | 'saving' | 'failed' | 'clash';

export interface LlmSessionState {
  /** What the server holds, as far as this page knows. */
  base: VoiceLlm;
  edits: LlmEdits;
  stage: SaveStage;
  failure: string;
  /** Why unsent edits could not be kept on this device; '' when they are. */
  keepFailure: string;
  /** Somebody else changed these fields meanwhile. */
  clash: { theirs: VoiceLlm; fields: EditedField[] } | null;
  /** When edits of an earlier visit were taken up that had not been sent; null for none. */
  recoveredFrom: number | null;
}

export interface LlmSessionOptions {
  llm: VoiceLlm;
  user: string;
  editorId: string;
  /** The record as it is stored now. */
  read: () => Promise<VoiceLlm>;
  /** Notifies the other parts of the page of what is stored now. */
  onStored: (llm: VoiceLlm) => void;
}

/** An LLM record under edit: it saves itself, and nothing that was typed is lost on the way. */
export interface LlmSession {
  store: StoreApi<LlmSessionState>;
  change: (edits: LlmEdits) => void;
  /** Sends what is unsent now; answers whether everything is saved. */
  flush: () => Promise<boolean>;
  /** The record was read or saved by another part of the page. */
  adopt: (theirs: VoiceLlm) => void;
  /** Takes up edits that an earlier visit kept. */
  recover: (kept: KeptEdits) => void;
  /** Writes what is unsent to this device now. */
  keep: () => Promise<void>;
  /** Ends a clash; `mine` are the fields of which this side stays. */
  settle: (mine: readonly EditedField[]) => Promise<boolean>;
  /** Forgets the edits: the agent is gone. */
  discard: () => void;
  /** The page is left: sends what is unsent and stops. */
  close: () => Promise<boolean>;
}

/** Creates the editing session of one LLM record. */
export function createLlmSession(options: LlmSessionOptions): LlmSession {
  const store = createStore<LlmSessionState>(() => ({
    base: options.llm,
    edits: {},
    stage: 'saved',
    failure: '',
    keepFailure: '',
    clash: null,
    recoveredFrom: null,
  }));
  const journal = createEditsJournal(
    options.editorId,
    () => keptOf(options, store.getState()),
    (keepFailure) => store.setState({ keepFailure }),
  );
  const saver = createLlmSaver(options, store, journal.note);

  const put = (edits: LlmEdits) => {
    store.setState({ edits });
    journal.note();
    saver.note();
  };
  return {
    store,
    change: (changed) => put({ ...store.getState().edits, ...changed }),
    flush: saver.flush,
    adopt: saver.adopt,
    recover: (kept) => {
      const { base, edits } = store.getState();
      const { edits: left, clashes } = rebaseEdits(kept.base, kept.edits, base);
      if (fieldsOf(left).length === 0) return;
      store.setState({ recoveredFrom: kept.at });
      if (clashes.length > 0) {
        // What they were made on stays known: the next visit has to see the clash too.
        const before = Object.fromEntries(clashes.map((field) => [field, kept.base[field]]));
        const clash = { theirs: base, fields: clashes };
        store.setState({ base: { ...base, ...before }, stage: 'clash', clash });
      }
      put({ ...left, ...edits });
    },
    keep: journal.flush,
    settle: (mine) => {
      const { edits, clash } = store.getState();
      if (!clash) return saver.flush();
      const left = pick(edits, (field) => !clash.fields.includes(field) || mine.includes(field));
      store.setState({ base: clash.theirs, clash: null, stage: 'waiting' });
      put(withoutSame(left, clash.theirs));
      return saver.flush();
    },
    discard: () => {
      saver.stop();
      store.setState({ edits: {}, stage: 'saved', clash: null });
      void journal.flush();
    },
    close: async () => {
      const isKept = journal.flush();
      const isSaved = await saver.flush();
      saver.stop();
      await isKept;
      await journal.flush();
      return isSaved;
    },
  };
}

function keptOf({ editorId, user, llm }: LlmSessionOptions, state: LlmSessionState): KeptEdits | null {
  if (fieldsOf(state.edits).length === 0) return null;
  const { base, edits } = state;
  return { editorId, user, llmId: llm.id, base, edits, at: Date.now() };
}
