/** How the words of one answer reach the caller: spoken or written. */
export interface AnswerVoice {
  /** Takes the next letters of the reply. */
  write(text: string): void;
  /** A whole saying of its own, between the words of the reply. */
  say(text: string): void;
  /** Nothing more comes for now: what there is may be spoken. */
  flush(): void;
  /** Nothing more will come. */
  finish(): void;
  /** Stops; tells what the caller has got so far and what not. */
  hold(): { heard: string; unsaid: string };
  resume(): void;
  /** Gives everything up. */
  drop(): void;
  /** Settles once everything taken so far has been heard, or will never be. */
  settled(): Promise<void>;
}

/** What a voice tells its answer. */
export interface AnswerVoiceEvents {
  onFirstWords(): void;
  onSound(at: number): void;
  onOver(heard: string, unsaid: string): void;
  onFailure(message: string): void;
}
