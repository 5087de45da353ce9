import type { HeardWord, HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { callFrameMs } from '../audio/frame-cutter.ts';
import { VoiceDetector } from '../audio/voice-detector.ts';
import type { CallClock } from '../call-clock.ts';
import { SpeechRecognizer } from './speech-recognizer.ts';

/** A silence of this length ends a line of the transcript. */
const silenceMs = 800;
/** Who talks on and on is written down in lines of about this length: it ends at the next short pause, */
const longLineMs = 20_000;
/** or here. */
const longestLineMs = 40_000;
/** How much sound before the onset goes to the recognizer too. */
const preRollFrames = 300 / callFrameMs;
/** Frames before an onset that are kept. */
const mostRecent = 32;
/** After a failure the recognizer is left alone for so long. */
const restMs = 10_000;

/** What somebody said, and when by the call's clock. */
export interface SpokenWords {
  text: string;
  fromAt: number;
  toAt: number;
  words?: readonly HeardWord[];
}

interface SideParts {
  clock: CallClock;
  recognizer: SpeechToText;
  request: HearingRequest;
  /** Records a frame; returns when it began, or undefined when it has to be dropped. */
  place(frame: Int16Array, now: number, spokenMs?: number): number | undefined;
  onOnset(): void;
  onSilence(): void;
  onWords(said: SpokenWords): void;
  /** Words are missing. */
  onTrouble(message: string): void;
}

interface Line {
  fromAt: number;
  toAt: number;
}

/** One of two people who talk to each other: finds their voice and has it written down. */
export class ConversationSide {
  readonly #parts: SideParts;
  readonly #detector = new VoiceDetector();
  readonly #lines = new Map<number, Line>();
  #recent: Int16Array[] = [];
  #recognizer: SpeechRecognizer | undefined;
  #lostUntil = 0;
  #lastId = 0;
  #open: (Line & { id: number }) | undefined;
  #endedAt = 0;
  #isClosed = false;
  #known = () => {};

  constructor(parts: SideParts) {
    this.#parts = parts;
    this.#recognizer = this.#openRecognizer();
  }

  /** Takes the next 20 ms, and when they were spoken if the line states it. */
  hear(frame: Int16Array, spokenMs?: number): void {
    if (this.#isClosed) return;
    const startedAt = this.#parts.place(frame, this.#parts.clock.now(), spokenMs);
    if (startedAt === undefined) return;
    this.#endedAt = startedAt + callFrameMs;
    if (this.#open) this.#recognizer?.push(frame, startedAt);
    else this.#remember(frame);
    const sign = this.#detector.push(frame);
    if (sign.type === 'onset') this.#begin(sign.beforeMs / callFrameMs);
    else if (sign.type === 'noise') this.#end();
    else if (sign.type === 'voice' && this.#open) this.#open.toAt = this.#endedAt;
    this.#watch(sign.type === 'pause');
  }

  /** No more frames arrive until the next one. */
  pause(): void {
    this.#detector.pause();
    this.#end();
  }

  /** Nothing more is said; settles when the words so far are known. */
  finish(): Promise<void> {
    this.#end();
    this.#isClosed = true;
    if (this.#lines.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#known = resolve;
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#recognizer?.close();
    this.#known();
  }

  #watch(isPause: boolean): void {
    const open = this.#open;
    if (!open) return;
    if (this.#endedAt - open.toAt >= silenceMs) this.#end();
    else if (this.#endedAt - open.fromAt >= (isPause ? longLineMs : longestLineMs)) {
      this.#end(false);
      this.#begin(0);
    }
  }

  #begin(onsetFrames: number): void {
    const kept = onsetFrames > 0 ? this.#recent.slice(-(preRollFrames + onsetFrames)) : [];
    this.#recent = [];
    this.#lastId += 1;
    const id = this.#lastId;
    this.#open = { id, fromAt: this.#endedAt - onsetFrames * callFrameMs, toAt: this.#endedAt };
    if (onsetFrames > 0) this.#parts.onOnset();
    if (!this.#recognizer && this.#parts.clock.now() >= this.#lostUntil)
      this.#recognizer = this.#openRecognizer();
    if (!this.#recognizer) return;
    this.#lines.set(id, this.#open);
    this.#recognizer.begin(id, kept, this.#endedAt);
  }

  #end(isSilent = true): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    if (isSilent) {
      this.#detector.reset();
      this.#parts.onSilence();
    }
    if (this.#lines.has(open.id)) this.#recognizer?.finish(open.id);
  }

  #openRecognizer(): SpeechRecognizer {
    const { recognizer, request, clock, onTrouble } = this.#parts;
    const opened: SpeechRecognizer = new SpeechRecognizer(recognizer, request, clock, {
      onInterim: () => {},
      onFinal: (id, { text, words }) => this.#write(id, { text: text.trim(), ...(words && { words }) }),
      onTrouble: () => {},
      onLost: (message) => {
        if (this.#recognizer !== opened || this.#isClosed) return;
        onTrouble(message);
        this.#lose(opened);
      },
    });
    opened.open().catch(() => undefined);
    return opened;
  }

  #write(id: number, { text, words }: Pick<SpokenWords, 'text' | 'words'>): void {
    const line = this.#lines.get(id);
    this.#lines.delete(id);
    const { fromAt, toAt } = line ?? { fromAt: 0, toAt: 0 };
    if (line && text !== '') this.#parts.onWords({ text, fromAt, toAt, ...(words && { words }) });
    if (this.#lines.size === 0) this.#known();
  }

  /** What it has not written down yet is lost; what is said later may not be. */
  #lose(recognizer: SpeechRecognizer): void {
    recognizer.close();
    this.#recognizer = undefined;
    this.#lostUntil = this.#parts.clock.now() + restMs;
    this.#lines.clear();
    this.#known();
  }

  /** Copies into what is not needed any more: frames that are kept for a while are costly to collect. */
  #remember(frame: Int16Array): void {
    const oldest = this.#recent.length < mostRecent ? undefined : this.#recent.shift();
    const copy = oldest?.length === frame.length ? oldest : new Int16Array(frame.length);
    copy.set(frame);
    this.#recent.push(copy);
  }
}
