import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { CallAct } from '@tendril/contract/voice/call-act';
import type { ConnectedLine } from '../audio-transport.ts';
import { type CallClock, realClock } from '../call-clock.ts';
import type { CallOutcome, CallParts } from '../call-session.ts';
import { idleCall, reduceCall } from '../call-state.ts';
import type { ReplayedTurn } from '../responder.ts';
import { type CallRules, normalizeRules } from '../state/call-rules.ts';
import type { CallEffect, CallInput, CallState, TimerName } from '../state/call-shape.ts';
import { Answer, type AskedReply } from './answer.ts';
import { type CallLine, openAudioLine, textLine } from './call-line.ts';
import { CallMemory } from './call-memory.ts';
import type { CallWork, TimelessInput } from './call-work.ts';
import { guardedClock } from './guarded-clock.ts';
import { PreparedAnswer, type PrepareRequest } from './prepared-answer.ts';
import { replayEvents } from './replay-events.ts';

type Acts = {
  [Type in CallEffect['type']]: (effect: Extract<CallEffect, { type: Type }>) => void;
};

/** Executes the effects of the call's state, and feeds their results back to it. */
export class CallRun {
  readonly ended: Promise<CallOutcome>;
  private state: CallState = idleCall;
  private readonly clock: CallClock;
  private readonly parts: CallParts;
  private readonly over = new AbortController();
  private readonly memory = new CallMemory();
  private readonly timers = new Map<TimerName, () => void>();
  private readonly inputs: CallInput[] = [];
  private isFeeding = false;
  private isEndEmitted = false;
  /** It has failed itself: nothing is done any more. */
  private isBroken = false;
  private collected: Record<string, string> = {};
  private guidance: readonly string[] = [];
  private answer: Answer | undefined;
  private prepared: PreparedAnswer | undefined;
  private line: CallLine = textLine;
  /** Whom the caller talks to instead of the agent. */
  private connected: ConnectedLine | undefined;
  private resting: (() => void)[] = [];
  private settle: (outcome: CallOutcome) => void = () => {};
  private readonly work: CallWork;
  private readonly acts: Acts = {
    emit: ({ event }) => this.emit(event),
    timer: ({ name, at }) => this.setTimer(name, at),
    listen: ({ utterance }) => this.line.listen(utterance),
    'finish-listening': ({ utterance }) => this.line.finishListening(utterance),
    reply: (asked) => this.reply(asked),
    prepare: (asked) => this.prepare(asked),
    discard: () => this.discard(),
    hold: () => this.answer?.hold(),
    resume: () => this.answer?.voice.resume(),
    'make-backchannels': ({ words }) => this.line.makeBackchannels(words),
    backchannel: ({ word }) => this.line.sayBackchannel(word),
    abandon: () => this.answer?.giveUp(),
    rest: () => this.wakeResting(),
    connect: () => this.standAside(),
    'close-recognizer': () => this.line.closeRecognizer(),
    'finish-conversation': ({ hangsUp }) => this.finishConversation(hangsUp),
    end: ({ reason, durationMs }) => this.end(reason, durationMs),
  };

  constructor(parts: CallParts) {
    this.parts = parts;
    this.clock = guardedClock(parts.clock ?? realClock, (error) => this.breakDown(error));
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.work = {
      parts,
      clock: this.clock,
      signal: this.over.signal,
      emit: (event) => this.emit(event),
      feed: (input, at) => this.feed(input, at),
      fail: (error) => this.breakDown(error),
      turns: () => this.memory.turns,
      guidance: () => this.guidance,
      variables: (text) => ({ ...parts.builtIn(text), ...parts.variables, ...this.collected }),
      playOnHold: (sound) => this.line.playOnHold(sound),
      speakAside: (text) => this.line.speakAside(text),
      collect: (values) => this.collect(values),
      connect: (line) => {
        this.connected = line;
        this.feed({ type: 'connected' });
      },
    };
  }

  start(): void {
    try {
      this.open();
    } catch (error) {
      this.breakDown(error);
    }
  }

  private open(): void {
    if (this.parts.audio) this.line = openAudioLine(this.parts.audio, this.work);
    if (this.parts.history) this.replay(this.parts.history);
    this.feed({ type: 'start' });
    const ms = this.parts.audio?.transport.earlyMs?.() ?? 0;
    if (ms > 0) this.emit({ type: 'early-media', ms });
  }

  private replay(history: readonly ReplayedTurn[]): void {
    const { events, turns } = replayEvents(history);
    this.state = { ...this.state, turn: turns };
    for (const event of events) {
      if (event.type === 'variables-set') this.collect(event.values);
      else this.emit(event);
    }
  }

  /** Inputs that arrive while one is processed are queued, so that each meets a consistent state. */
  feed(input: TimelessInput, at = this.clock.now()): void {
    if (this.isBroken) return;
    this.inputs.push({ ...input, at } as CallInput);
    if (this.isFeeding) return;
    this.isFeeding = true;
    try {
      for (let next = this.inputs.shift(); next; next = this.inputs.shift()) {
        const { state, effects } = reduceCall(this.state, next, this.rules());
        this.state = state;
        for (const effect of effects) this.carryOut(effect);
      }
    } catch (error) {
      this.breakDown(error);
    } finally {
      this.isFeeding = false;
    }
  }

  /** A person who watches the call does something in it. */
  intervene(act: CallAct, by: string): void {
    // There is no agent any more whom it could reach.
    if (this.isEndEmitted || this.connected) return;
    switch (act.type) {
      case 'whisper':
        this.guidance = [...this.guidance, act.text];
        this.emit({ type: 'operator-act', act: 'whisper', by, text: act.text });
        break;
      case 'set-variables':
        this.emit({
          type: 'operator-act',
          act: 'set-variables',
          by,
          text: Object.keys(act.values).join(', '),
        });
        this.collect(act.values);
        break;
      case 'say':
        this.feed({ type: 'operator-words', by, text: act.text });
        break;
      case 'take-over':
      case 'give-back':
        this.feed({ type: act.type, by });
        break;
    }
  }

  /** Settles when nobody speaks and nothing is to be answered, or the call is over. */
  rested(): Promise<void> {
    if (this.isEndEmitted) return Promise.resolve();
    return new Promise((resolve) => this.resting.push(resolve));
  }

  /** Read again each time: a responder may change the settings of its call. */
  private rules(): CallRules {
    const { config, audio, hasTimers, history = [] } = this.parts;
    const mayPrepare = this.parts.responder.mayPrepare === true;
    const rules = normalizeRules(config, {
      isText: audio === undefined,
      hasTimers,
      mayPrepare,
      waitMs: this.parts.waitMs,
    });
    return history.length > 0 ? { ...rules, begin: 'caller' } : rules;
  }

  private carryOut(effect: CallEffect): void {
    if (this.isBroken) return;
    const act = this.acts[effect.type] as (effect: CallEffect) => void;
    act(effect);
  }

  private reply(asked: AskedReply): void {
    const { prepared } = this;
    this.prepared = undefined;
    if (asked.isPrepared && prepared && !prepared.hasFailed) {
      this.answer = prepared.adopt();
      return;
    }
    prepared?.drop();
    this.answer = new Answer(asked, this.work, (events) => this.line.makeVoice(events));
    this.answer.run(asked.text).catch(() => undefined);
  }

  private prepare(asked: PrepareRequest): void {
    this.discard();
    this.prepared = new PreparedAnswer(asked, this.work, (events) => this.line.makeVoice(events));
  }

  private discard(): void {
    this.prepared?.drop();
    this.prepared = undefined;
  }

  private emit(event: CallEvent): void {
    if (this.isEndEmitted) return;
    this.isEndEmitted = event.type === 'call-end';
    if (this.isEndEmitted) this.noteQuality();
    this.memory.note(event);
    this.parts.emit(event);
  }

  private noteQuality(): void {
    const quality = this.line.quality();
    if (quality.caller || quality.agent) this.parts.emit({ type: 'line-quality', ...quality });
  }

  /** The call itself failed: it ends, and nothing else is affected. */
  breakDown(error: unknown): void {
    if (this.isBroken || this.over.signal.aborted) return;
    this.isBroken = true;
    const message = error instanceof Error ? error.message : String(error);
    const durationMs = Math.max(0, Math.round(this.clock.now() - this.state.startedAt));
    this.inputs.length = 0;
    this.state = { ...this.state, stage: 'ended' };
    try {
      this.emit({ type: 'call-error', code: 'INTERNAL', message });
      this.emit({ type: 'call-end', reason: 'error_unknown', durationMs });
    } catch {
      // The receiver of the events is what failed.
    }
    this.isEndEmitted = true;
    this.end('error_unknown', durationMs);
  }

  private collect(values: Record<string, string>): void {
    if (this.isEndEmitted) return;
    this.collected = { ...this.collected, ...values };
    this.emit({ type: 'variables-set', values });
  }

  /** What answers the caller is let go: the line is only listened to. */
  private standAside(): void {
    attempt(() => this.parts.responder.close?.());
    if (this.connected) this.line.connect(this.connected);
  }

  private finishConversation(hangsUp: boolean): void {
    if (hangsUp) attempt(() => this.connected?.hangUp());
    const isOver = () => this.feed({ type: 'conversation-over' });
    this.line.finishConversation().then(isOver, isOver);
  }

  private setTimer(name: TimerName, at: number | null): void {
    this.timers.get(name)?.();
    this.timers.delete(name);
    if (at === null) return;
    const cancel = this.clock.after(at - this.clock.now(), () => {
      this.timers.delete(name);
      this.feed({ type: 'timer', name });
    });
    this.timers.set(name, cancel);
  }

  private end(reason: DisconnectionReason, durationMs: number): void {
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
    this.over.abort();
    // The call is over whatever its parts do.
    attempt(() => this.answer?.giveUp());
    attempt(() => this.discard());
    attempt(() => this.line.close());
    attempt(() => this.parts.responder.close?.());
    this.wakeResting();
    this.settle({ reason, durationMs, turns: this.memory.turns, collected: this.collected });
  }

  private wakeResting(): void {
    const resting = this.resting;
    this.resting = [];
    for (const wake of resting) wake();
  }
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // It is closed as far as it can be.
  }
}
