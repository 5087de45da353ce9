import { type DraftNews, openDraftChannel } from './draft-channel.ts';
import { openJournal, purgeDrafts, removeDraft } from './draft-journal.ts';
import { createDraftSaver, isPassing, type OnId } from './draft-saver.ts';
import type { DraftSession } from './draft-session.ts';
import { holdEditorLock } from './editor-lock.ts';
import { isDirty } from './flow-file.ts';
import { createJournalWriter, type JournalWriter } from './journal-writer.ts';
import type { Choices } from './merge-clash.ts';
import { type MergeOutcome, mergeTheirs, settleClash } from './merge-theirs.ts';
import type { SaveRequest } from './send-draft.ts';

/** When the server gets what changed. */
export const autosaveMs = 5000;

const firstRetryMs = 2000;
const longestRetryMs = 60_000;

/** What the autosave reports to the user. */
export interface AutosaveEvents {
  /** Somebody else's edits came in, or wait for a choice. */
  merged: (outcome: MergeOutcome) => void;
  /** An automatic save was refused for good. */
  refused: (thrown: unknown) => void;
  /** This device cannot keep edits. */
  notKept: (why: string) => void;
}

const autosave: SaveRequest = { isCheckpoint: false };

/** Keeps what one open canvas edits: on this device at once, on the server a little later, merged with others. */
export class DraftAutosave {
  readonly #session: DraftSession;
  readonly #events: AutosaveEvents;
  readonly #journal: JournalWriter;
  readonly #saver: ReturnType<typeof createDraftSaver>;
  #channel: ReturnType<typeof openDraftChannel> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = firstRetryMs;
  #isStopped = false;
  #creating: Promise<void> | undefined;
  /** Called with the id of a draft that was made by itself. */
  onCreated: OnId = () => undefined;
  /** The newest draft announced by another tab. */
  #heard = 0;
  /** Drafts of earlier sessions that this one took over; deleted once this one has written its own. */
  #taken: string[] = [];

  constructor(session: DraftSession, events: AutosaveEvents) {
    this.#session = session;
    this.#events = events;
    this.#journal = createJournalWriter(session, events.notKept);
    this.#saver = createDraftSaver(session);
  }

  get #isDirty(): boolean {
    return isDirty(this.#session.file.getState(), this.#session.canvas.getState().edits);
  }

  /** Starts autosaving until the returned function is called. */
  start(): () => void {
    const { canvas, editorId } = this.#session;
    this.#isStopped = false;
    const release = holdEditorLock(editorId);
    openJournal()
      .then(() => purgeDrafts())
      .catch(() => undefined);
    const channel = openDraftChannel(editorId, (news) => void this.#receive(news));
    this.#channel = channel;
    const unsubscribe = canvas.subscribe((now, before) => {
      if (now.edits !== before.edits) this.#note();
    });
    const gone = new AbortController();
    const { signal } = gone;
    const hide = () => document.visibilityState === 'hidden' && void this.#leave();
    document.addEventListener('visibilitychange', hide, { signal });
    window.addEventListener('pagehide', () => void this.#journal.flush(), { signal });
    window.addEventListener('online', () => this.#soon(0), { signal });
    window.addEventListener('offline', () => this.#announceOffline(), { signal });
    if (this.#isDirty) this.#note();
    return () => {
      unsubscribe();
      gone.abort();
      this.#isStopped = true;
      this.#rest();
      // Remaining edits are sent after the screen closes; the session counts as open until then.
      void this.#leave().finally(() => {
        channel.close();
        release();
      });
    };
  }

  /** Takes over what earlier sessions kept, after it was put on the canvas. */
  async takeOver(editorIds: readonly string[]): Promise<void> {
    this.#taken.push(...editorIds);
    await this.#journal.flush();
    await this.#forgetTaken();
  }

  /** Brings the server up to the drawing; answers whether it is. Throws what the server refused. */
  async save(request: SaveRequest): Promise<boolean> {
    this.#rest();
    if (this.#session.file.getState().id === null || this.#session.file.getState().clash) return false;
    try {
      const isSaved = await this.#saveMerging(request);
      if (!isSaved && !this.#session.file.getState().clash) this.#soon(autosaveMs);
      return isSaved;
    } catch (thrown) {
      // The edits must still reach the server.
      this.#soon(autosaveMs);
      throw thrown;
    }
  }

  /** Saves as a separate flow, which this session edits from then on. */
  async saveAsNew(name: string, onId: OnId = () => undefined): Promise<void> {
    this.#rest();
    await this.#saver.asNew(name, onId);
    await this.#saved();
  }

  /** Keeps a flow that was never saved on the server, under the name it shows; it is named later. */
  createDraft(): Promise<void> {
    const { file } = this.#session;
    this.#creating ??= this.saveAsNew(file.getState().name, async (id) => {
      file.setState({ isUnnamed: true });
      await this.onCreated(id);
    }).finally(() => {
      this.#creating = undefined;
    });
    return this.#creating;
  }

  /** Waits for a draft that is being made. */
  async created(): Promise<void> {
    await this.#creating?.catch(() => undefined);
  }

  /** Whether the server has to be given this flow for the first time; one that was deleted there is not recreated. */
  get #isNew(): boolean {
    const { id, savedAt } = this.#session.file.getState();
    return id === null && savedAt === null && this.#session.canvas.getState().nodes.length > 0;
  }

  /** Resolves a conflict with the user's choices and saves the merge. */
  settle(choices: Choices): Promise<boolean> {
    settleClash(this.#session, choices);
    return this.save({ isCheckpoint: true });
  }

  /** Takes the server's draft in now. */
  merge(): Promise<boolean> {
    return this.#merge();
  }

  /** Notifies other tabs that the server has a new draft, for example after a restore. */
  announce(): void {
    const { id, revision } = this.#session.file.getState();
    if (id !== null) this.#channel?.notify(id, revision);
  }

  /** Deletes this device's copy of the flow, which was deleted or discarded. */
  async forget(): Promise<void> {
    const { canvas, file, editorId } = this.#session;
    this.#rest();
    file.setState({ savedEdits: canvas.getState().edits });
    await Promise.all([editorId, ...this.#taken].map((id) => removeDraft(id).catch(() => undefined)));
  }

  /** Writes to this device what it does not have yet. */
  keep(): Promise<void> {
    return this.#journal.flush();
  }

  /** Saves, and merges whatever somebody else saved first. */
  async #saveMerging(request: SaveRequest): Promise<boolean> {
    // Only a program saves that often in between; then the save is retried later.
    for (let round = 0; round < 5; round += 1) {
      if ((await this.#saver.over(request)) === 'saved') {
        await this.#saved();
        return true;
      }
      if (!(await this.#merge())) return false;
    }
    return false;
  }

  async #forgetTaken(): Promise<void> {
    if (this.#session.file.getState().keepFailure !== '') return;
    const taken = this.#taken.splice(0);
    await Promise.all(taken.map((id) => removeDraft(id).catch(() => undefined)));
  }

  #note(): void {
    if (!this.#isDirty) {
      void this.#journal.clear();
      return;
    }
    this.#journal.note();
    this.#announceOffline();
    const isKept = this.#session.file.getState().id !== null || this.#isNew;
    if (isKept && this.#timer === undefined) this.#soon(autosaveMs);
  }

  /** Offline, there is no need to wait for a save to fail. */
  #announceOffline(): void {
    const { id, phase } = this.#session.file.getState();
    const isIdle = phase === 'resting' || phase === 'failed';
    if (!navigator.onLine && id !== null && isIdle && this.#isDirty)
      this.#session.file.setState({ phase: 'offline' });
  }

  /** Cancels the pending autosave. */
  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #soon(waitMs: number): void {
    this.#rest();
    // A closed session is kept on this device until someone returns to it.
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#autosave();
    }, waitMs);
  }

  async #autosave(): Promise<void> {
    const { id, clash } = this.#session.file.getState();
    // An abandoned new flow stays on this device, and its author is asked about it.
    const makesDraft = this.#isNew && !this.#isStopped;
    if ((id === null && !makesDraft) || clash || !this.#isDirty) return;
    try {
      if (makesDraft) await this.createDraft();
      else await this.save(autosave);
      this.#retryMs = firstRetryMs;
    } catch (thrown) {
      if (!isPassing(thrown)) {
        // Only another edit could change that.
        this.#rest();
        return this.#events.refused(thrown);
      }
      this.#soon(this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, longestRetryMs);
    }
  }

  async #saved(): Promise<void> {
    this.announce();
    await this.#journal.clear();
    await this.#forgetTaken();
    if (this.#isDirty) this.#soon(autosaveMs);
    const { revision } = this.#session.file.getState();
    if (this.#heard > revision) await this.#merge();
  }

  async #merge(): Promise<boolean> {
    const outcome = await mergeTheirs(this.#session);
    if (this.#isDirty) void this.#journal.flush();
    else await this.#journal.clear();
    if (outcome.kind !== 'none') this.#events.merged(outcome);
    return outcome.kind !== 'clash';
  }

  async #receive({ flowId, revision }: DraftNews): Promise<void> {
    const { id, clash, revision: own } = this.#session.file.getState();
    if (flowId !== id || revision <= own) return;
    this.#heard = Math.max(this.#heard, revision);
    if (clash || this.#saver.isBusy()) return;
    // A change that cannot be fetched now is found at the next save.
    const isMerged = await this.#merge().catch(() => false);
    if (isMerged && this.#isDirty) this.#soon(0);
  }

  async #leave(): Promise<void> {
    await this.#journal.flush();
    await this.#autosave();
  }
}
