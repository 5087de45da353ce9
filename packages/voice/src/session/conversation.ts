import type { WordAgo } from '@tendril/contract/call-event';
import type { LineRecorder } from '../audio/line-recorder.ts';
import type { CallParts } from '../call-session.ts';
import { lastWordsMs } from '../state/end-moves.ts';
import { wordsAgo } from '../state/words-ago.ts';
import type { CallWork } from './call-work.ts';
import { ConversationSide, type SpokenWords } from './conversation-side.ts';

interface ConversationParts {
  audio: NonNullable<CallParts['audio']>;
  work: CallWork;
  recorder: LineRecorder;
  sampleRate: number;
}

/**
 * What the caller and the person to whom they were transferred say to each other: each is heard by a line of the
 * recognizer of their own, and nobody answers. They talk whether or not their words are recognized.
 */
export class Conversation {
  readonly caller: ConversationSide;
  readonly target: ConversationSide;
  readonly #work: CallWork;

  constructor({ audio, work, recorder, sampleRate }: ConversationParts) {
    this.#work = work;
    const { language, sttMode: mode, keywords } = work.parts.config;
    const common = {
      clock: work.clock,
      recognizer: audio.recognizer,
      request: { language, sampleRate, mode, keywords, aside: { attempt: 0 }, signal: work.signal },
    };
    this.caller = new ConversationSide({
      ...common,
      place: (frame, now, spokenMs) => recorder.caller(frame, now, spokenMs),
      onOnset: () => work.emit({ type: 'user-speech-start' }),
      onSilence: () => work.emit({ type: 'user-speech-end' }),
      onWords: (said) => work.emit({ type: 'user-turn', ...this.#turnOf(said) }),
      onTrouble: (message) => this.#note('the caller', message),
    });
    this.target = new ConversationSide({
      ...common,
      place: (frame, now, spokenMs) => recorder.target(frame, now, spokenMs),
      onOnset: () => {},
      onSilence: () => {},
      onWords: (said) => work.emit({ type: 'transfer-target-turn', ...this.#turnOf(said) }),
      onTrouble: (message) => this.#note('the transfer target', message),
    });
  }

  /** Settles when what was said last is known, or does not come. */
  async finish(): Promise<void> {
    const { clock } = this.#work;
    const late = new Promise<void>((resolve) => void clock.after(lastWordsMs, resolve));
    await Promise.race([Promise.all([this.caller.finish(), this.target.finish()]), late]);
  }

  close(): void {
    this.caller.close();
    this.target.close();
  }

  #turnOf({ text, fromAt, toAt, words }: SpokenWords): {
    text: string;
    agoMs: WordAgo['agoMs'];
    words?: readonly WordAgo[];
  } {
    const at = this.#work.clock.now();
    const ago = (time: number) => Math.max(0, Math.round(at - time));
    return { text, agoMs: { from: ago(fromAt), to: ago(toAt) }, ...wordsAgo({ at }, words) };
  }

  #note(who: string, reason: string): void {
    const message = `Words of ${who} are missing after the transfer: ${reason}`;
    this.#work.emit({ type: 'call-error', code: 'PROVIDER_UNAVAILABLE', message });
  }
}
