import { newId } from '@tendril/contract/page/new-id';
import { RequestRefusal } from '../api/request-refusal.ts';
import type { QuestionBody, Rating, Upload, WidgetClient } from '../api/widget-client.ts';
import { applyFrame, heardQuestion } from './apply-frame.ts';
import { type AnswerEntry, newAnswer, type QuestionEntry } from './chat-entry.ts';
import type { ChatMemory, Lead } from './chat-memory.ts';
import { type ChatState, mustLeaveLead } from './chat-state.ts';
import { readWidgetSettings } from './widget-settings.ts';

/** An attachment of a question: as it is sent, and as it is shown. */
export interface Enclosed {
  uploads: readonly Upload[];
  names: readonly string[];
}

/** Events for the embedding page. */
interface ChatEvents {
  question: { text: string };
  answer: { text: string; messageId: string | undefined };
  error: { message: string };
  lead: Lead;
}

export interface ChatParts {
  client: WidgetClient;
  memory: ChatMemory;
  /** Read with every question. */
  overrideConfig(): QuestionBody['overrideConfig'];
  /** Receives lost connections. */
  lostWords(): string;
  emit<E extends keyof ChatEvents>(event: E, detail: ChatEvents[E]): void;
}

const nothing: Enclosed = { uploads: [], names: [] };

/** One conversation: its content, and everything that can be done with it. */
export class Chat {
  readonly #parts: ChatParts;
  readonly #listeners = new Set<() => void>();
  #state: ChatState = { entries: [], isRunning: false, hasSkippedLead: false };
  #chatId: string | undefined;
  #running: AbortController | undefined;

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  get state(): ChatState {
    return this.#state;
  }

  get client(): WidgetClient {
    return this.#parts.client;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads the chat's settings, and the previous conversation. */
  async load(): Promise<void> {
    const { client, memory, emit } = this.#parts;
    try {
      const settings = readWidgetSettings(await client.readConfig());
      if (settings.isNewPerVisit) memory.forgetChat();
      const { chatId, entries, lead } = memory.read();
      this.#chatId = chatId;
      this.#set({ settings, entries, lead });
    } catch (thrown) {
      const isSaid = thrown instanceof RequestRefusal && thrown.isForVisitors;
      const refusal = isSaid ? thrown.message : ((await client.findRefusal()) ?? '');
      this.#set({ refusal });
      emit('error', { message: refusal });
    }
  }

  /** The id of the conversation, generated when it is first needed. */
  begin(): string {
    if (this.#chatId === undefined) {
      this.#chatId = newId();
      this.#parts.memory.keepChat(this.#chatId);
    }
    return this.#chatId;
  }

  ask(question: string, enclosed: Enclosed = nothing): void {
    const text = question.trim();
    const isEmpty = text === '' && enclosed.uploads.length === 0;
    if (isEmpty || !this.#state.settings || mustLeaveLead(this.#state)) return;
    const { uploads, names } = enclosed;
    this.#parts.emit('question', { text });
    this.#begin({ text, files: names }, { question: text, ...(uploads.length > 0 && { uploads }) });
  }

  /** Asks the question of a failed answer again. */
  retry(answerId: string): void {
    const { entries } = this.#state;
    const at = entries.findIndex(({ id }) => id === answerId);
    const before = entries[at - 1];
    if (this.#running || before?.kind !== 'question' || before.text === '') return;
    this.#set({ entries: entries.slice(0, at - 1) });
    this.ask(before.text);
  }

  /** Decides on a waiting run. */
  decide(answerId: string, isApproved: boolean, words: string, note: string): void {
    const waiting = this.#answer(answerId);
    if (this.#running || !waiting?.decision) return;
    const { id, mapping } = waiting.decision;
    const sent = mapping[isApproved ? 'approve' : 'reject'];
    const question = typeof sent === 'string' && sent !== '' ? sent : words;
    this.#change(answerId, (answer) => ({ ...answer, status: 'done' }));
    const text = note === '' ? words : `${words}\n\n${note}`;
    this.#begin({ text, files: [] }, { question, action: { id, mapping, ...(note && { note }) } });
  }

  stop(): void {
    if (!this.#running || this.#chatId === undefined) return;
    // Closing the connection stops the run too; this also reaches it through a proxy that keeps reading.
    this.client.stop(this.#chatId).catch(() => undefined);
    this.#running.abort();
  }

  /** Shows the change at once and reverts it if the server refuses it; returns whether it was accepted. */
  async rate(answerId: string, rating: Rating['rating'], content = ''): Promise<boolean> {
    const entry = this.#answer(answerId);
    if (!entry?.messageId || this.#chatId === undefined) return false;
    const { messageId, rating: before } = entry;
    this.#change(answerId, (answer) => ({ ...answer, rating }));
    try {
      await this.client.rate({ chatId: this.#chatId, messageId, rating, ...(content && { content }) });
      this.#keep();
      return true;
    } catch {
      const put = ({ rating: _refused, ...answer }: AnswerEntry) => ({
        ...answer,
        ...(before && { rating: before }),
      });
      this.#change(answerId, put);
      return false;
    }
  }

  /** Rejects if the server refuses it. */
  async leaveLead(lead: Lead): Promise<void> {
    await this.client.leaveLead({ chatId: this.begin(), ...lead });
    this.#parts.memory.keepLead(lead);
    this.#set({ lead });
    this.#parts.emit('lead', lead);
  }

  skipLead(): void {
    this.#set({ hasSkippedLead: true });
  }

  clear(): void {
    this.stop();
    this.#running = undefined;
    this.#parts.memory.forgetChat();
    this.#chatId = undefined;
    this.#set({ entries: [], isRunning: false });
  }

  #begin(asked: Pick<QuestionEntry, 'text' | 'files'>, sent: Omit<QuestionBody, 'chatId'>): void {
    if (this.#running) return;
    const leadEmail = this.#state.lead?.['email'];
    const overrideConfig = this.#parts.overrideConfig();
    const body: QuestionBody = {
      ...sent,
      chatId: this.begin(),
      ...(leadEmail && { leadEmail }),
      ...(overrideConfig && { overrideConfig }),
    };
    const question: QuestionEntry = { kind: 'question', id: newId(), ...asked };
    const answer = newAnswer(newId());
    this.#set({ entries: [...this.#state.entries, question, answer], isRunning: true });
    this.#keep();
    void this.#run(answer.id, question.id, body);
  }

  async #run(answerId: string, questionId: string, body: QuestionBody): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running = controller;
    try {
      for await (const frames of this.client.ask(body, signal)) {
        if (signal.aborted) break;
        this.#change(answerId, (answer) => frames.reduce(applyFrame, answer));
        const heard = frames.map(heardQuestion).findLast(Boolean);
        if (heard) this.#hear(questionId, heard);
      }
    } catch (thrown) {
      const error = this.#failureWords(thrown);
      if (!signal.aborted) this.#change(answerId, (answer) => ({ ...answer, status: 'failed', error }));
    }
    // Cleared meanwhile: there is nothing left to report.
    if (this.#running !== controller) return;
    this.#running = undefined;
    this.#finish(answerId, signal.aborted);
  }

  #finish(answerId: string, isStopped: boolean): void {
    this.#change(answerId, (answer) => {
      if (answer.status !== 'running') return answer;
      if (isStopped) return { ...answer, status: 'stopped' };
      // A stream without its last frame was interrupted.
      return { ...answer, status: 'failed', error: this.#parts.lostWords() };
    });
    this.#set({ isRunning: false });
    this.#keep();
    const ended = this.#answer(answerId);
    if (!ended) return;
    if (ended.status === 'failed') this.#parts.emit('error', { message: ended.error ?? '' });
    else this.#parts.emit('answer', { text: ended.text, messageId: ended.messageId });
  }

  #failureWords(thrown: unknown): string {
    if (!(thrown instanceof RequestRefusal) || thrown.status === 0) return this.#parts.lostWords();
    return thrown.isForVisitors ? thrown.message : this.#state.settings?.errorText || thrown.message;
  }

  // A spoken question has no text until it was transcribed.
  #hear(id: string, text: string): void {
    const entries = this.#state.entries.map((entry) =>
      entry.id === id && entry.kind === 'question' && entry.text === '' ? { ...entry, text } : entry,
    );
    this.#set({ entries });
  }

  #answer(id: string): AnswerEntry | undefined {
    const entry = this.#state.entries.find((one) => one.id === id);
    return entry?.kind === 'answer' ? entry : undefined;
  }

  #change(id: string, next: (answer: AnswerEntry) => AnswerEntry): void {
    const entries = this.#state.entries.map((entry) =>
      entry.id === id && entry.kind === 'answer' ? next(entry) : entry,
    );
    this.#set({ entries });
  }

  #keep(): void {
    if (this.#chatId !== undefined) this.#parts.memory.keepEntries(this.#chatId, this.#state.entries);
  }

  #set(changes: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
