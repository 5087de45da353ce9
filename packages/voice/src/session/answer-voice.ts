import type { AudioFrame } from '../audio-format.ts';
import type { HeardShare } from '../state/call-shape.ts';

/** How the text of one answer reaches the caller: spoken or written. */
export interface AnswerVoice {
  /** Takes the next characters of the reply. */
  write(text: string): void;
  /** Takes words and sound that the responder itself has spoken; either may be missing. */
  sound(text: string, sound: AudioFrame | undefined): void;
  /** How much of the responder's own sound has been heard. */
  heardMs(): number;
  /** A complete sentence of its own, between those of the reply. */
  say(text: string): void;
  /** Nothing more comes for now: what there is may be spoken. */
  flush(): void;
  /** Nothing more will come. */
  finish(): void;
  /** Stops; returns what the caller has received so far and what not. */
  hold(): HeardShare;
  resume(): void;
  /** Discards everything. */
  drop(): void;
  /** Settles once everything taken so far has been heard, or never will be. */
  settled(): Promise<void>;
}

/** The events of a voice for its answer. */
export interface AnswerVoiceEvents {
  onFirstWords(): void;
  onSound(at: number): void;
  onOver(share: HeardShare): void;
  onFailure(message: string): void;
}
