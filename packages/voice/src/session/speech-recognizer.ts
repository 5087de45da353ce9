import type {
  HeardText,
  HearingLine,
  HearingRequest,
  SpeechToText,
} from '@tendril/contract/provider/speech-to-text';
import { UnansweredSound } from '@tendril/contract/provider/unanswered-sound';
import { type CallClock, withDeadline } from '../call-clock.ts';
import { Hearing } from './hearing.ts';

/** A recognizer that takes longer to open is considered broken, */
const longestOpenMs = 5000;
/** where another one could take over; else after this, */
const onlyOpenMs = 15_000;
/** as is one that takes longer for the last words of a short utterance, */
const shortFinishMs = 4000;
/** of a longer one by this share of its length, */
const finishShare = 0.3;
/** up to this. */
const longestFinishMs = 10_000;

interface SpeechRecognizerEvents {
  onInterim(utterance: number, text: string, isEnd: boolean): void;
  /** The times of the words are those of the call's clock. */
  onFinal(utterance: number, heard: HeardText): void;
  /** It failed and is reopened. */
  onTrouble(message: string): void;
  /** It failed as often as there are choices: nothing will be recognized any more. */
  onLost(message: string): void;
}

/**
 * The speech recognition of a call. One utterance after the other goes to the recognizer; when its line breaks or does
 * not answer in time, it is reopened, of a chain as the next one, and gets again what has no answer, so that no turn is
 * lost.
 */
export class SpeechRecognizer {
  private line: HearingLine | undefined;
  private readonly waiting: Hearing[] = [];
  /** In a row, without a word in between. */
  private failures = 0;
  private isClosed = false;
  private isFinishing = false;
  private readonly recognizer: SpeechToText;
  private readonly request: HearingRequest;
  private readonly clock: CallClock;
  private readonly events: SpeechRecognizerEvents;

  constructor(
    recognizer: SpeechToText,
    request: HearingRequest,
    clock: CallClock,
    events: SpeechRecognizerEvents,
  ) {
    this.recognizer = recognizer;
    this.request = request;
    this.clock = clock;
    this.events = events;
  }

  async open(): Promise<void> {
    try {
      const line = await this.openInTime();
      if (this.isClosed) return line.close();
      this.line = line;
      this.attachFirst();
    } catch (error) {
      await this.recover(error);
    }
  }

  /** Begins an utterance with the sound up to when its onset was detected. */
  begin(id: number, preRoll: readonly Int16Array[], endsAt: number): void {
    this.waiting.push(new Hearing(id, preRoll, endsAt));
    if (this.waiting.length === 1) this.guard(() => this.attachFirst());
  }

  push(frame: Int16Array, startedAt: number): void {
    const last = this.waiting.at(-1);
    if (last && !last.isFinished) this.guard(() => last.push(frame, startedAt));
  }

  finish(id: number): void {
    const hearing = this.waiting.find((one) => one.id === id);
    if (hearing) hearing.isFinished = true;
    else this.events.onFinal(id, { text: '' });
    this.finishFirst();
  }

  close(): void {
    this.isClosed = true;
    for (const hearing of this.waiting) this.guard(() => hearing.cancel());
    this.waiting.length = 0;
    this.guard(() => this.line?.close());
  }

  private attachFirst(): void {
    const [first] = this.waiting;
    if (!first || !this.line) return;
    const { line } = this;
    first.attach(line, (text, isEnd = false) => {
      if (this.line === line && this.waiting.includes(first) && text.trim() !== '')
        this.events.onInterim(first.id, text, isEnd);
    });
    this.finishFirst();
  }

  private finishFirst(): void {
    const [first] = this.waiting;
    const { line } = this;
    if (!first?.isFinished || !line || this.isFinishing) return;
    this.isFinishing = true;
    const late = () => new Error('The last words did not come in time.');
    withDeadline(
      this.clock,
      Math.min(longestFinishMs, shortFinishMs + first.soundMs * finishShare),
      Promise.resolve().then(() => first.heard()),
      late,
    ).then(
      (heard) => this.take(first, line, heard),
      (error) => {
        this.isFinishing = false;
        if (error instanceof UnansweredSound && this.line === line && this.isLastChoice)
          this.take(first, line, { text: '' });
        else if (this.line === line) this.recover(error).catch(() => undefined);
        else this.finishFirst();
      },
    );
  }

  private take(first: Hearing, line: HearingLine, heard: HeardText): void {
    this.isFinishing = false;
    if (this.isClosed) return;
    // The line was reopened meanwhile: its answer counts, not this one.
    if (this.line !== line || this.waiting[0] !== first) {
      this.finishFirst();
      return;
    }
    this.failures = 0;
    this.waiting.shift();
    this.events.onFinal(first.id, heard);
    this.guard(() => this.attachFirst());
  }

  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.recover(error).catch(() => undefined);
    }
  }

  /** Each choice has had its chance; a single one has two. */
  private get isLastChoice(): boolean {
    return this.failures + 1 >= Math.max(2, this.recognizer.choices ?? 1);
  }

  private async openInTime(): Promise<HearingLine> {
    const { aside } = this.request;
    const opening = this.recognizer.open({
      ...this.request,
      ...(aside && { aside: { attempt: this.failures } }),
    });
    const waitMs = (this.recognizer.choices ?? 1) > 1 ? longestOpenMs : onlyOpenMs;
    let isLate = false;
    const late = () => {
      isLate = true;
      return new Error(`The speech recognition did not open within ${waitMs} ms.`);
    };
    // A line that opens too late is not listened to.
    opening.then(
      (line) => isLate && line.close(),
      () => undefined,
    );
    return withDeadline(this.clock, waitMs, opening, late);
  }

  private async recover(error: unknown): Promise<void> {
    const broken = this.line;
    this.line = undefined;
    if (this.isClosed) return;
    const message = error instanceof Error ? error.message : String(error);
    const isLost = this.isLastChoice;
    this.failures += 1;
    if (isLost) return this.events.onLost(message);
    this.events.onTrouble(message);
    try {
      broken?.close();
    } catch {
      // It is broken already.
    }
    await this.open();
  }
}
