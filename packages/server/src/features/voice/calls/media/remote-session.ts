import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { SpeechRequest, SpokenWord, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { CallOutcome, CallParts, CallSession } from '@tendril/voice/call-session';
import type { FunctionAnswer, FunctionCall, ReplyRequest } from '@tendril/voice/responder';
import type { CallLink, LinkHandlers } from './call-link.ts';
import { serveRecognizer } from './serve-recognizer.ts';
import { type SessionFacts, type SessionStart, sharedNow } from './session-start.ts';

/** What is asked of a responder, without what is a function here. */
export type RemoteReply = Pick<ReplyRequest, 'turn' | 'cause' | 'turns' | 'guidance' | 'variables'>;

type RemoteSpeech = Omit<SpeechRequest, 'signal' | 'onWords'>;

/** A call whose session runs in the media process; responder, functions, recognizer and voices are used here. */
export class RemoteSession implements CallSession {
  readonly ended: Promise<CallOutcome>;
  /** What the media process asks of this one. */
  readonly handlers: LinkHandlers;
  readonly #parts: CallParts;
  readonly #link: CallLink;
  readonly #over = new AbortController();
  readonly #startedAt = performance.now();
  readonly #settle: (outcome: CallOutcome) => void;
  #collected: Record<string, string> = {};
  /** By their numbers: what cuts a reply off, and how much of it had been heard by then. */
  readonly #replies = new Map<number, { cut: AbortController; heardMs: number }>();

  constructor(parts: CallParts, facts: SessionFacts, link: CallLink) {
    this.#parts = parts;
    this.#link = link;
    const { promise, resolve } = Promise.withResolvers<CallOutcome>();
    this.ended = promise;
    this.#settle = resolve;
    this.handlers = this.#serve();
    link.note('begin', beginOf(parts, facts));
  }

  async say(text: string): Promise<void> {
    await this.#link.ask('say', [text], this.#over.signal).catch(() => undefined);
  }

  press(digit: string): void {
    this.#link.note('press', digit);
  }

  noteAnsweredBy(by: Parameters<CallSession['noteAnsweredBy']>[0]): void {
    this.#link.note('answered-by', by);
  }

  intervene(...act: Parameters<CallSession['intervene']>): void {
    this.#link.note('intervene', ...act);
  }

  configure(changes: Parameters<CallSession['configure']>[0]): void {
    this.#link.note('configure', changes);
  }

  noteHeld(isHeld: boolean): void {
    this.#link.note('held', isHeld);
  }

  hangUp(reason: DisconnectionReason): void {
    this.#link.note('hang-up', reason);
  }

  /** The media process is gone, and the call with it. */
  lose(): void {
    if (this.#over.signal.aborted) return;
    const durationMs = Math.round(performance.now() - this.#startedAt);
    const reason = 'error_unknown';
    this.#emit({
      type: 'call-error',
      code: 'INTERNAL',
      message: 'The process of this call’s sound has ended.',
    });
    this.#emit({ type: 'call-end', reason, durationMs });
    this.#parts.responder.close?.();
    this.#end({ reason, durationMs, turns: [], collected: this.#collected });
  }

  #emit(event: CallEvent, at = sharedNow()): void {
    if (event.type === 'variables-set') this.#collected = { ...this.#collected, ...event.values };
    this.#parts.emit(event, at);
  }

  #end(outcome: CallOutcome): void {
    this.#over.abort();
    this.#settle(outcome);
  }

  #cutterOf(id: number): AbortSignal {
    const cut = new AbortController();
    this.#replies.set(id, { cut, heardMs: 0 });
    return cut.signal;
  }

  #cutReply(id: number, heardMs: number): void {
    const reply = this.#replies.get(id);
    if (!reply) return;
    reply.heardMs = heardMs;
    reply.cut.abort();
  }

  #serve(): LinkHandlers {
    const { responder, functions, audio, describe } = this.#parts;
    const link = this.#link;
    return {
      event: (_signal, event: CallEvent, at: number) => this.#emit(event, at),
      reply: (signal, id: number, asked: RemoteReply) =>
        responder.reply({
          ...asked,
          signal: AbortSignal.any([signal, this.#cutterOf(id)]),
          callFunction: async (call: FunctionCall) =>
            (await link.ask('call-function', [id, call])) as FunctionAnswer,
          emit: (event) => link.note('responder-event', id, event),
          heardMs: () => this.#replies.get(id)?.heardMs ?? 0,
        }),
      'cut-reply': (_signal, id: number, heardMs: number) => this.#cutReply(id, heardMs),
      'run-function': (
        signal,
        index: number,
        input: Record<string, unknown>,
        variables: ReplyRequest['variables'],
      ) => functions[index]?.run(input, { call: describe(), variables, signal }),
      speak: (signal, index: number, request: RemoteSpeech) =>
        speakWithWords(audio?.synthesizers[index], { ...request, signal }),
      'close-voice': (_signal, index: number) => audio?.synthesizers[index]?.close?.(),
      'close-responder': () => responder.close?.(),
      ended: (_signal, outcome: CallOutcome) => this.#end(outcome),
      ...(audio && serveRecognizer(audio.recognizer, link, this.#over.signal)),
    };
  }
}

/** Sound, and before it the words that are known by then. */
async function* speakWithWords(
  voice: TextToSpeech | undefined,
  request: Omit<SpeechRequest, 'onWords'>,
): AsyncGenerator<Int16Array | SpokenWord[]> {
  if (!voice) return;
  const words: SpokenWord[] = [];
  for await (const samples of voice.speak({ ...request, onWords: (more) => void words.push(...more) })) {
    if (words.length > 0) yield words.splice(0);
    yield samples;
  }
  if (words.length > 0) yield words;
}

function beginOf(parts: CallParts, facts: SessionFacts): SessionStart {
  const { config, functions, variables, history = [], hasTimers, responder, audio } = parts;
  return {
    ...facts,
    begunAt: sharedNow(),
    config,
    functions: functions.map(({ run: _run, ...described }) => described),
    variables,
    history,
    hasTimers,
    mayPrepare: responder.mayPrepare === true,
    recognizer: {
      ...labelOf(audio?.recognizer),
      ...(audio?.recognizer.choices !== undefined && { choices: audio.recognizer.choices }),
    },
    voices: (audio?.synthesizers ?? []).map(labelOf),
  };
}

function labelOf(part: { label: string; isStandIn: boolean } | undefined) {
  return { label: part?.label ?? '', isStandIn: part?.isStandIn ?? false };
}
