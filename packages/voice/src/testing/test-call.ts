import type { CallEvent } from '@tendril/contract/call-event';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { OpenDenoiser } from '../audio/denoiser.ts';
import type { CallFunction } from '../call-function.ts';
import type { CallConfig, CallParts, OwnCallSession } from '../call-session.ts';
import { createCallSession } from '../create-call-session.ts';
import { callConfig } from './call-config.ts';
import { LoopbackLine } from './loopback-line.ts';
import { ScriptedRecognizer, type ScriptedRecognizerOptions } from './scripted-recognizer.ts';
import {
  type ScriptedReply,
  ScriptedResponder,
  type ScriptedResponderOptions,
} from './scripted-responder.ts';
import { ToneSynthesizer } from './tone-synthesizer.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface TestCallOptions {
  config?: Partial<CallConfig>;
  replies?: readonly ScriptedReply[];
  responder?: ScriptedResponderOptions;
  /** What the caller says, utterance by utterance. */
  hears?: readonly string[];
  recognizer?: ScriptedRecognizerOptions;
  /** A recognizer in place of the scripted one. */
  otherRecognizer?: SpeechToText;
  synthesizers?: (clock: VirtualClock) => ToneSynthesizer[];
  functions?: readonly CallFunction[];
  isText?: boolean;
  hasTimers?: boolean;
  variables?: Record<string, string>;
  parts?: Partial<CallParts>;
  /** The latency of the agent's sound to the caller. */
  awayMs?: number;
  /** The line's frames state their number and time. */
  isNumbered?: boolean;
  openDenoiser?: OpenDenoiser | undefined;
}

type Timed = CallEvent & { at: number };

/** A whole call with a scripted caller, responder and voice on a clock that the test moves. */
export class TestCall {
  readonly clock = new VirtualClock();
  readonly events: Timed[] = [];
  readonly caller: Int16Array[] = [];
  readonly agent: Int16Array[] = [];
  readonly line: LoopbackLine;
  readonly recognizer: ScriptedRecognizer;
  readonly synthesizers: ToneSynthesizer[];
  readonly responder: ScriptedResponder;
  readonly session: OwnCallSession;

  constructor(options: TestCallOptions = {}) {
    const { clock } = this;
    this.line = new LoopbackLine(clock, {
      awayMs: options.awayMs ?? 0,
      isNumbered: options.isNumbered ?? false,
    });
    if (options.isText) this.line.hangUp();
    this.recognizer = new ScriptedRecognizer(options.hears ?? [], {
      clock,
      finalMs: 60,
      ...options.recognizer,
    });
    this.synthesizers = options.synthesizers?.(clock) ?? [new ToneSynthesizer()];
    this.responder = new ScriptedResponder(options.replies ?? [], { clock, ...options.responder });
    const audio = {
      transport: this.line,
      recognizer: options.otherRecognizer ?? this.recognizer,
      synthesizers: this.synthesizers,
      ...(options.openDenoiser && { openDenoiser: options.openDenoiser }),
      record: (caller: Int16Array, agent: Int16Array) => {
        this.caller.push(caller.slice());
        this.agent.push(agent.slice());
      },
    };
    this.session = createCallSession({
      config: callConfig(options.config),
      responder: this.responder,
      functions: options.functions ?? [],
      variables: options.variables ?? {},
      builtIn: () => ({}),
      describe: () => ({ call_id: 'call' }),
      emit: (event) => this.events.push({ ...event, at: clock.now() }),
      hasTimers: options.hasTimers ?? true,
      clock,
      ...(!options.isText && { audio }),
      ...options.parts,
    });
  }

  of<Type extends CallEvent['type']>(type: Type): (Extract<CallEvent, { type: Type }> & { at: number })[] {
    return this.events.filter(
      (event): event is Extract<CallEvent, { type: Type }> & { at: number } => event.type === type,
    );
  }

  /** Advances until so many events of a type were emitted. */
  async awaits(type: CallEvent['type'], count = 1): Promise<void> {
    await this.clock.until(() => this.of(type).length >= count);
  }

  /** What both said, one line each. */
  transcript(): string[] {
    return this.events.flatMap((event) => {
      if (event.type === 'user-turn') return [`caller: ${event.text}`];
      return event.type === 'agent-turn' ? [`agent: ${event.text}`] : [];
    });
  }
}
