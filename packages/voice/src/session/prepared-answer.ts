import type { CallEffect } from '../state/call-shape.ts';
import { Answer } from './answer.ts';
import type { AnswerVoice, AnswerVoiceEvents } from './answer-voice.ts';
import type { CallWork } from './call-work.ts';

export type PrepareRequest = Extract<CallEffect, { type: 'prepare' }>;

/**
 * An answer that is begun while the caller may yet go on. It is silent, and what it emits is kept back; a function waits
 * until the turn is certain. Dropped, it leaves no trace.
 */
export class PreparedAnswer {
  hasFailed = false;
  private readonly answer: Answer;
  private kept: (() => void)[] = [];
  private isCertain = false;
  private isDropped = false;
  private decide: (isCertain: boolean) => void = () => {};

  constructor(asked: PrepareRequest, work: CallWork, makeVoice: (events: AnswerVoiceEvents) => AnswerVoice) {
    const { turn, generation, words } = asked;
    const certain = new Promise<boolean>((resolve) => {
      this.decide = resolve;
    });
    const kept: CallWork = {
      ...work,
      emit: (event) => this.keep(() => work.emit(event)),
      feed: (input, at) => {
        this.hasFailed ||= input.type === 'answer-failed' && !this.isCertain;
        this.keep(() => work.feed(input, at));
      },
      turns: () =>
        this.isCertain ? work.turns() : [...work.turns(), { speaker: 'caller' as const, text: words }],
    };
    this.answer = new Answer({ type: 'reply', turn, generation, cause: 'answer' }, kept, makeVoice, certain);
    this.answer.voice.hold();
    this.answer.run(undefined).catch(() => undefined);
  }

  /** The caller has finished with these words: it is the answer, and may be heard. */
  adopt(): Answer {
    this.isCertain = true;
    const { kept } = this;
    this.kept = [];
    for (const act of kept) act();
    this.decide(true);
    this.answer.voice.resume();
    return this.answer;
  }

  drop(): void {
    this.isDropped = true;
    this.kept = [];
    this.answer.giveUp();
    this.decide(false);
  }

  private keep(act: () => void): void {
    if (this.isCertain) act();
    else if (!this.isDropped) this.kept.push(act);
  }
}
