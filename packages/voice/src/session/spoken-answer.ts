import type { TimedWord } from '@tendril/contract/voice/word-places';
import { keypadTones } from '../audio/keypad-tones.ts';
import type { AudioFrame } from '../audio-format.ts';
import { SentenceCutter } from '../sentences.ts';
import type { HeardShare } from '../state/call-shape.ts';
import type { AnswerVoice, AnswerVoiceEvents } from './answer-voice.ts';
import type { FrameSource, LineOutput } from './line-output.ts';
import { SoundPiece } from './sound-piece.ts';
import { SpokenPiece } from './spoken-piece.ts';
import type { VoiceFallback } from './voice-fallback.ts';

/** A spoken answer: split into sentences, synthesized one ahead of the line, and stopped to the word. */
export class SpokenAnswer implements AnswerVoice, FrameSource {
  private readonly cutter = new SentenceCutter();
  private pieces: (SpokenPiece | SoundPiece)[] = [];
  /** Pieces that were heard before the sound was last stopped. */
  private heard = '';
  private heardWords: TimedWord[] = [];
  /** How much of the responder's own sound was heard in them. */
  private goneMs = 0;
  private making: { piece: SpokenPiece; abort: AbortController } | undefined;
  private hasWords = false;
  private isSounding = false;
  private isHeld = false;
  /** Its sound was stopped: nothing is synthesized until it is known whether it continues. */
  private isStopped = false;
  private isFinished = false;
  private isOver = false;
  private waiters: (() => void)[] = [];
  private readonly synthesizers: VoiceFallback;
  private readonly output: LineOutput;
  private readonly events: AnswerVoiceEvents;

  constructor(synthesizers: VoiceFallback, output: LineOutput, events: AnswerVoiceEvents) {
    this.synthesizers = synthesizers;
    this.output = output;
    this.events = events;
  }

  write(text: string): void {
    this.add(this.cutter.push(text));
  }

  sound(text: string, sound: AudioFrame | undefined): void {
    if (this.isOver) return;
    if (!this.hasWords) this.events.onFirstWords();
    this.hasWords = true;
    this.openSound().add(text, sound);
    if (!this.isHeld) this.output.start(this);
  }

  heardMs(): number {
    const heardMs = this.output.heardMs();
    return this.pieces.reduce(
      (sum, piece) => sum + (piece instanceof SoundPiece ? piece.playedMs(heardMs) : 0),
      this.goneMs,
    );
  }

  say(text: string): void {
    this.flush();
    const isApart = this.pieces.length === 0 || /\s$/.test(this.pieces.at(-1)?.text ?? '');
    this.add([`${isApart ? '' : ' '}${text} `]);
  }

  /** Presses keys so that the other side hears them. */
  playKeys(digits: string): void {
    const piece = new SpokenPiece('', this.output.sampleRate, false);
    piece.add(keypadTones(digits, this.output.sampleRate));
    piece.isMade = true;
    this.pieces.push(piece);
    this.go();
  }

  flush(): void {
    this.endSound();
    this.add(this.cutter.flush());
  }

  finish(): void {
    this.flush();
    this.isFinished = true;
    this.go();
  }

  hold(): HeardShare {
    if (this.isOver) return this.wholeSplit();
    if (!this.isHeld && this.isSounding) this.stop();
    else this.output.release(this);
    this.isHeld = true;
    const unsaid = this.pieces.map(({ text }) => text).join('') + this.cutter.rest;
    return { heard: this.heard, unsaid, words: this.heardWords };
  }

  resume(): void {
    this.isHeld = false;
    this.isStopped = false;
    this.go();
  }

  drop(): void {
    this.isOver = true;
    this.making?.abort.abort();
    this.making = undefined;
    this.output.release(this);
    this.wake();
  }

  settled(): Promise<void> {
    if (this.isOver || this.isAllHeard()) return Promise.resolve();
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  next(): Int16Array | undefined {
    if (this.isHeld || this.isOver) return undefined;
    for (const piece of this.pieces) {
      if (piece.isSent) continue;
      const isFirst = piece.startMs === undefined;
      const frame = piece.take(this.output.sentMs, this.output.soundsAt());
      if (frame && isFirst) this.begin();
      if (frame) return frame;
      if (!piece.isMade) return undefined;
    }
    return undefined;
  }

  onTick(): void {
    if (this.isHeld || this.isOver || !this.isAllHeard()) return;
    this.wake();
    if (!this.isFinished) return;
    this.isOver = true;
    this.output.release(this);
    this.events.onOver(this.wholeSplit());
  }

  /** What was heard of a finished answer: all but what no voice could say. */
  private wholeSplit(): HeardShare {
    const textOf = (hasFailed: boolean) =>
      this.pieces.filter((piece) => piece.hasFailed === hasFailed).map(({ text }) => text);
    const words = this.pieces.flatMap((piece) => (piece instanceof SpokenPiece ? piece.heardWords() : []));
    return {
      heard: this.heard + textOf(false).join(''),
      unsaid: textOf(true).join(''),
      words: [...this.heardWords, ...words],
    };
  }

  private begin(): void {
    this.make();
    if (this.isSounding) return;
    this.isSounding = true;
    this.events.onSound(this.output.soundsAt());
  }

  private stop(): void {
    const heardMs = this.output.cut(this);
    this.isSounding = false;
    this.isStopped = true;
    this.making?.abort.abort();
    this.making = undefined;
    const left: (SpokenPiece | SoundPiece)[] = [];
    for (const piece of this.pieces) {
      if (piece instanceof SoundPiece) {
        this.heard += piece.rewind(heardMs);
        if (!piece.isSent) left.push(piece);
        else this.goneMs += piece.playedMs(heardMs);
        continue;
      }
      const { heard, unsaid } = piece.split(heardMs);
      this.heard += heard;
      this.heardWords.push(...piece.heardWords(heardMs));
      // Complete sound that has not been sent is kept; the rest is synthesized again from its first unheard word.
      if (piece.isMade && piece.startMs === undefined && !piece.hasFailed) left.push(piece);
      else if (unsaid !== '') left.push(new SpokenPiece(unsaid, this.output.sampleRate, left.length === 0));
    }
    this.pieces = left;
  }

  private add(texts: readonly string[]): void {
    for (const text of texts) {
      if (this.isOver) return;
      this.endSound();
      const isLeading = this.pieces.length === 0 && this.heard === '';
      this.pieces.push(new SpokenPiece(text, this.output.sampleRate, isLeading));
      if (!this.hasWords) this.events.onFirstWords();
      this.hasWords = true;
    }
    if (texts.length > 0) this.make();
  }

  private openSound(): SoundPiece {
    const last = this.pieces.at(-1);
    if (last instanceof SoundPiece && !last.isMade) return last;
    const piece = new SoundPiece(this.output.sampleRate);
    this.pieces.push(piece);
    return piece;
  }

  private endSound(): void {
    const last = this.pieces.at(-1);
    if (last instanceof SoundPiece) last.isMade = true;
  }

  /** Continues wherever there is something to do. */
  private go(): void {
    if (this.isOver || this.isHeld) return;
    this.make();
    this.output.start(this);
  }

  /** Synthesizes the next sentence, unless one is ready that has not begun to play yet. */
  private make(): void {
    if (this.making || this.isOver || this.isStopped) return;
    const index = this.pieces.findIndex(({ isMade }) => !isMade);
    const piece = this.pieces[index];
    // What was kept ready behind it, when the sound was stopped, waits for it.
    const before = this.pieces.slice(0, Math.max(0, index));
    const isAhead = before.some(({ isSent, startMs }) => !isSent && startMs === undefined);
    // A responder's own sound comes by itself.
    if (!piece || isAhead || piece instanceof SoundPiece) return;
    const abort = new AbortController();
    this.making = { piece, abort };
    this.fill(piece, abort.signal).catch(() => undefined);
  }

  private async fill(piece: SpokenPiece, signal: AbortSignal): Promise<void> {
    try {
      for await (const samples of this.synthesizers.speak(piece.text, signal, (words) =>
        piece.addWords(words),
      )) {
        if (signal.aborted) return;
        piece.add(samples);
        if (!this.isHeld) this.output.start(this);
      }
    } catch (error) {
      if (signal.aborted) return;
      piece.hasFailed = true;
      this.events.onFailure(error instanceof Error ? error.message : String(error));
    }
    if (signal.aborted) return;
    piece.isMade = true;
    this.making = undefined;
    this.go();
  }

  private isAllHeard(): boolean {
    if (this.pieces.some(({ isSent }) => !isSent)) return false;
    const last = this.pieces.findLast(({ startMs }) => startMs !== undefined);
    return last === undefined || this.output.hasPlayed(last.endMs);
  }

  private wake(): void {
    const waiters = this.waiters;
    this.waiters = [];
    for (const wake of waiters) wake();
  }
}
