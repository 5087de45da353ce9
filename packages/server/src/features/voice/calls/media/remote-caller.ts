import type { CallParts, CallSession } from '@tendril/voice/call-session';
import type { CallerVoice } from '@tendril/voice/simulated/spoken-caller';
import type { TalkFigures } from '@tendril/voice/simulated/talk-figures';
import type { LinkMessage } from './call-link.ts';
import type { CallerRequest } from './media-message.ts';
import type { FarCall, MediaPlace } from './media-place.ts';
import { RemoteCall } from './remote-call.ts';
import { remoteTransport } from './remote-transport.ts';
import type { SessionFacts } from './session-start.ts';

export interface CallerParts extends CallerRequest {
  voice: CallerVoice;
}

/** A simulation's caller who speaks in another process, with the call's session; its voice is made here. */
export class RemoteCaller implements FarCall {
  readonly line: {
    transport: typeof remoteTransport;
    createSession(parts: CallParts, facts: SessionFacts): CallSession;
  };
  readonly #call: RemoteCall;
  #isEnding = false;
  #isLost = false;

  constructor(place: MediaPlace, { voice, ...request }: CallerParts) {
    this.#call = new RemoteCall(place.post, {
      // Late frames of a simulation are nobody's: nobody hears them.
      late: () => {},
      'voice-of': (signal, words: string, sampleRate: number) => voice(words, sampleRate, signal),
    });
    this.line = {
      transport: remoteTransport,
      createSession: (parts, facts) => this.#call.createSession(parts, facts),
    };
    place.openCaller(request);
  }

  say(words: string, signal: AbortSignal): Promise<void> {
    return this.#ask('say-words', [words], signal);
  }

  answered(signal: AbortSignal): Promise<void> {
    return this.#ask('until-answered', [], signal);
  }

  /** Undefined if its process has ended. */
  async figures(): Promise<TalkFigures | undefined> {
    return (await this.#call.link.ask('figures', []).catch(() => undefined)) as TalkFigures | undefined;
  }

  hangUp(): void {
    this.#call.link.note('leave');
  }

  /** Nothing more is asked of it. */
  close(): void {
    this.#isEnding = true;
    this.#call.link.note('end');
  }

  /** It learns of the call's events where it speaks. */
  take(message: LinkMessage): void {
    this.#call.link.take(message);
  }

  lose(): void {
    this.#isLost = true;
    this.#call.lose({ isExpected: this.#isEnding });
  }

  /** What was stopped is over, and why a call was lost its last events say. */
  async #ask(name: string, args: readonly unknown[], signal: AbortSignal): Promise<void> {
    try {
      await this.#call.link.ask(name, args, signal);
    } catch (error) {
      if (!signal.aborted && !this.#isLost) throw error;
    }
  }
}
