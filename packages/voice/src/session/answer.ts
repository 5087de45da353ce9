import { AppError } from '@tendril/contract/app-error';
import type { ReplyPart, ReplyRequest } from '../responder.ts';
import { ResponderFailure } from '../responder-failure.ts';
import type { CallEffect, ReplyCause } from '../state/call-shape.ts';
import type { AnswerVoice, AnswerVoiceEvents } from './answer-voice.ts';
import { builtInPlaces } from './built-in-places.ts';
import type { CallWork } from './call-work.ts';
import { FunctionRunner } from './function-runner.ts';

export type AskedReply = Extract<CallEffect, { type: 'reply' }>;

/** One answer of the agent, from the question to the last word heard. */
export class Answer {
  readonly turn: number;
  readonly voice: AnswerVoice;
  private readonly generation: number;
  private readonly cause: ReplyCause;
  private readonly abort = new AbortController();
  private readonly work: CallWork;
  private readonly functions: FunctionRunner;
  /** Whether the caller has finished; until then nothing is done that has an effect. */
  private readonly certain: Promise<boolean>;

  constructor(
    asked: AskedReply,
    work: CallWork,
    makeVoice: (events: AnswerVoiceEvents) => AnswerVoice,
    certain: Promise<boolean> = Promise.resolve(true),
  ) {
    this.certain = certain;
    this.turn = asked.turn;
    this.generation = asked.generation;
    this.cause = asked.cause;
    this.work = work;
    const { generation } = asked;
    this.voice = makeVoice({
      onFirstWords: () => work.feed({ type: 'first-words', generation }),
      onSound: (at) => work.feed({ type: 'sound-start', generation }, at),
      onOver: (share) => work.feed({ type: 'answer-over', generation, ...share }),
      onFailure: (message) =>
        work.feed({ type: 'answer-failed', generation, code: 'PROVIDER_UNAVAILABLE', message }),
    });
    this.functions = new FunctionRunner(this, work);
  }

  get isGivenUp(): boolean {
    return this.abort.signal.aborted || this.work.signal.aborted;
  }

  /** Says a given text, or the responder's answer. Never rejects. */
  async run(text: string | undefined): Promise<void> {
    try {
      if (text === undefined) for await (const part of this.ask()) await this.take(part);
      else this.write(text);
    } catch (error) {
      this.fail(error);
    }
    if (!this.isGivenUp) this.voice.finish();
  }

  hold(): void {
    this.work.feed({ type: 'held', generation: this.generation, ...this.voice.hold() });
  }

  /** Ends it down to the sockets of model and voice; a running function is left to finish. */
  giveUp(): void {
    this.abort.abort();
    this.voice.drop();
  }

  noteFunctionTime(ms: number): void {
    this.work.feed({ type: 'function-time', generation: this.generation, ms });
  }

  endCallAfterwards(): void {
    this.work.feed({ type: 'will-end', generation: this.generation, reason: 'agent_hangup' });
  }

  endTransferred(): void {
    this.work.feed({ type: 'will-end', generation: this.generation, reason: 'call_transfer' });
  }

  private async *ask(): AsyncGenerator<ReplyPart> {
    const { work, turn, cause, abort } = this;
    const parts = work.parts.responder.reply({
      turn,
      cause: toReplyCause(cause),
      turns: work.turns(),
      guidance: [...work.guidance(), ...this.instructions()],
      variables: work.variables(builtInPlaces),
      callFunction: async (call) => {
        await this.requireCertain();
        return this.functions.run(call);
      },
      emit: (event) => work.emit(event),
      heardMs: () => this.voice.heardMs(),
      signal: abort.signal,
    });
    for await (const part of parts) {
      if (this.isGivenUp) return;
      yield part;
    }
  }

  /** What the agent's settings instruct for this answer. */
  private instructions(): readonly string[] {
    const prompt = this.work.parts.config.voicemail?.prompt ?? '';
    return this.cause === 'voicemail' && prompt !== '' ? [prompt] : [];
  }

  private async requireCertain(): Promise<void> {
    if (!(await this.certain)) throw new DOMException('The caller went on.', 'AbortError');
  }

  private async take(part: ReplyPart): Promise<void> {
    if (part.type !== 'text' && part.type !== 'sound') await this.requireCertain();
    switch (part.type) {
      case 'text':
        return this.write(part.text);
      case 'sound':
        if (part.text !== '') this.work.emit({ type: 'agent-delta', turn: this.turn, text: part.text });
        return this.voice.sound(part.text, part.sound);
      case 'end-call':
        return this.endCallAfterwards();
      case 'transfer': {
        this.voice.flush();
        return this.functions.transferAsked(part.number);
      }
      case 'press':
        this.voice.flush();
        return this.functions.press(part.digits, 0);
      case 'no-interruption':
        return this.work.feed({ type: 'no-interruption', generation: this.generation });
    }
  }

  private write(text: string): void {
    if (text === '') return;
    this.work.emit({ type: 'agent-delta', turn: this.turn, text });
    this.voice.write(text);
  }

  private fail(error: unknown): void {
    if (this.isGivenUp) return;
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof AppError || ResponderFailure.is(error) ? error.code : 'INTERNAL';
    const reason = ResponderFailure.is(error) ? { reason: error.reason } : {};
    this.work.feed({ type: 'answer-failed', generation: this.generation, code, message, ...reason });
  }
}

/** A responder is not asked for what a person says. */
function toReplyCause(cause: ReplyCause): ReplyRequest['cause'] {
  return cause === 'operator' ? 'answer' : cause;
}
