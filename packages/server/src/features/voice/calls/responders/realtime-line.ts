import type { RealtimeReply } from '@tendril/catalogue/providers/openai/realtime/realtime-reply';
import type {
  KnownTurn,
  RealtimeSession,
} from '@tendril/catalogue/providers/openai/realtime/realtime-session';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';

type CreateRecognizer =
  typeof import('@tendril/catalogue/providers/openai/realtime/realtime-recognizer').createRealtimeRecognizer;

interface LineParts {
  open(signal: AbortSignal): Promise<RealtimeSession>;
  createRecognizer: CreateRecognizer;
  /** Whether a reply may be requested before the words are known. */
  mayBeEarly: boolean;
  /** The session cannot be used any more. */
  onLost(reason: string): void;
}

/** The one session of a call, shared by what hears with it and what answers with it. */
export class RealtimeLine {
  readonly recognizer: SpeechToText;
  /** The last that were in force; those of a reply that is requested early. */
  instructions: string;
  /** An answer is under way: the next one is not requested before it is known where that one ended. */
  isAnswering = false;
  #isLost = false;
  #isClosed = false;
  #session: Promise<RealtimeSession> | undefined;
  #opened: RealtimeSession | undefined;
  /** Said before the session was open. */
  #notes: KnownTurn[] = [];
  #early: { reply: RealtimeReply; session: RealtimeSession; instructions: string } | undefined;
  readonly #parts: LineParts;
  readonly #closing = new AbortController();

  constructor(parts: LineParts, instructions: string) {
    this.#parts = parts;
    this.instructions = instructions;
    this.recognizer = parts.createRecognizer({
      session: (signal) => this.session(signal),
      onUtterance: (session) => this.#replyEarly(session),
      onNothing: () => this.#dropEarly(),
      // Another recognizer hears from now on: the model would answer what it has not heard.
      onClosed: () => this.lose(new Error('The session no longer hears the caller.')),
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Throws when it cannot be opened, or is lost. */
  async session(signal: AbortSignal): Promise<RealtimeSession> {
    if (this.#isLost) throw new Error('The session with the model is lost.');
    this.#session ??= this.#open();
    signal.throwIfAborted();
    try {
      const session = await this.#session;
      if (session.isBroken) throw new Error('The session with the model broke off.');
      return session;
    } catch (error) {
      this.lose(error);
      throw error;
    }
  }

  note(turn: KnownTurn): void {
    if (this.#isLost) return;
    if (this.#opened) this.#opened.note(turn);
    else this.#notes.push(turn);
  }

  /** The reply that was requested when the caller had finished, if it was with these instructions. */
  takeEarly(instructions: string): RealtimeReply | undefined {
    const early = this.#early;
    this.#early = undefined;
    if (early?.instructions === instructions) return early.reply;
    early?.session.cut(early.reply, 0);
    return undefined;
  }

  lose(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#end();
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.#isClosed) this.#parts.onLost(reason);
  }

  close(): void {
    this.#isClosed = true;
    this.#isLost = true;
    this.#end();
  }

  async #open(): Promise<RealtimeSession> {
    const session = await this.#parts.open(this.#closing.signal);
    this.#opened = session;
    for (const turn of this.#notes.splice(0)) session.note(turn);
    return session;
  }

  #end(): void {
    this.#closing.abort();
    this.#opened?.close();
  }

  #replyEarly(session: RealtimeSession): void {
    if (!this.#parts.mayBeEarly || this.isAnswering) return;
    this.#dropEarly();
    const { instructions } = this;
    this.#early = { reply: session.reply(instructions), session, instructions };
  }

  #dropEarly(): void {
    const early = this.#early;
    this.#early = undefined;
    early?.session.cut(early.reply, 0);
  }
}
