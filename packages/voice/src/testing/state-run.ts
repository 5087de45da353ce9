import type { CallEvent } from '@tendril/contract/call-event';
import type { CallConfig } from '../call-session.ts';
import { idleCall, reduceCall } from '../call-state.ts';
import { type CallRules, normalizeRules } from '../state/call-rules.ts';
import type { AgentInput, CallEffect, CallInput, CallState, TimerName } from '../state/call-shape.ts';
import { callConfig } from './call-config.ts';

type Untimed<Input> = Input extends unknown ? Omit<Input, 'at'> : never;
type Ungenerated<Input> = Input extends unknown ? Omit<Input, 'generation'> : never;

/** A call's state alone, driven by pairs of a time and an input; its timers fire by themselves. */
export class StateRun {
  state: CallState = idleCall;
  readonly emitted: [number, CallEvent][] = [];
  readonly effects: [number, CallEffect][] = [];
  /** The result of `hold`. */
  split = { heard: 'Hello', unsaid: ' there' };
  readonly rules: CallRules;
  private readonly timers = new Map<TimerName, number>();
  private now = 0;

  constructor(
    config: Partial<CallConfig> = {},
    kind: { isText?: boolean; hasTimers?: boolean; mayPrepare?: boolean } = {},
  ) {
    this.rules = normalizeRules(callConfig(config), { isText: false, hasTimers: true, ...kind });
    this.at(0, { type: 'start' });
  }

  /** Lets time pass up to a moment, then feeds an input. */
  at(at: number, input: Untimed<CallInput>): this {
    this.pass(at);
    this.feed({ ...input, at } as CallInput);
    return this;
  }

  /** An input of the answer in progress. */
  answers(at: number, input: Ungenerated<AgentInput>): this {
    this.pass(at);
    this.feed({ ...input, at, generation: this.state.generation } as CallInput);
    return this;
  }

  /** The caller's voice sounds from one moment to another. */
  voice(from: number, to: number): this {
    this.at(from + 120, { type: 'voice-onset', onsetAt: from, voicedMs: 120 });
    for (let at = from + 140; at <= to; at += 20) this.at(at, { type: 'voice', voicedMs: at - from });
    return this.at(to + 20, { type: 'voice-pause', lastVoiceAt: to });
  }

  /** A whole question: voice, end of turn, final words. */
  says(from: number, to: number, text: string): this {
    this.voice(from, to);
    const before = this.state.caller.count;
    this.pass(to + 2000 - 1, () => this.state.caller.open === null);
    return this.at(this.now, { type: 'final', utterance: before, text });
  }

  pass(at: number, isEnough: () => boolean = () => false): this {
    while (!isEnough()) {
      const next = [...this.timers]
        .filter(([, due]) => due <= at)
        .sort((left, right) => left[1] - right[1])[0];
      if (!next) break;
      const [name, due] = next;
      this.timers.delete(name);
      this.feed({ type: 'timer', name, at: Math.max(this.now, due) });
    }
    if (!isEnough()) this.now = Math.max(this.now, at);
    return this;
  }

  /** Names of the emitted events, in order. */
  get names(): string[] {
    return this.emitted.map(([, { type }]) => type);
  }

  last<Type extends CallEvent['type']>(type: Type) {
    const found = this.emitted.findLast(([, event]) => event.type === type);
    return found && { at: found[0], ...(found[1] as Extract<CallEvent, { type: Type }>) };
  }

  count(type: CallEffect['type']): number {
    return this.effects.filter(([, effect]) => effect.type === type).length;
  }

  private feed(input: CallInput): void {
    this.now = Math.max(this.now, input.at);
    const { state, effects } = reduceCall(this.state, input, this.rules);
    this.state = state;
    for (const effect of effects) {
      this.effects.push([this.now, effect]);
      if (effect.type === 'emit') this.emitted.push([this.now, effect.event]);
      if (effect.type === 'timer') this.setTimer(effect.name, effect.at);
    }
    if (effects.some(({ type }) => type === 'hold'))
      this.feed({ type: 'held', at: this.now, generation: this.state.generation, ...this.split });
  }

  private setTimer(name: TimerName, at: number | null): void {
    if (at === null) this.timers.delete(name);
    else this.timers.set(name, at);
  }
}
