import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { CallAct } from '@tendril/contract/voice/call-act';
import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import { builtInVariables } from '@tendril/contract/voice/dynamic-variables';
import type { OpenDenoiser } from '@tendril/voice/audio/denoiser';
import { openAmbience } from '@tendril/voice/audio/open-ambience';
import type {
  CallConfig,
  CallOutcome,
  CallParts,
  CallSession,
  OwnCallSession,
} from '@tendril/voice/call-session';
import { createCallSession } from '@tendril/voice/create-call-session';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { RtpSound } from '../sound/rtp-sound.ts';
import { CallLink, type LinkMessage } from './call-link.ts';
import { type LineRecording, openLineRecording } from './line-recording.ts';
import type { MediaLine, OpenMediaLine } from './media-line.ts';
import { remoteFunctions, remoteRecognizer, remoteResponder, remoteVoices } from './remote-parts.ts';
import { type SessionStart, sharedNow } from './session-start.ts';

/** Keys that are kept for a session that has not begun. */
const mostEarlyKeys = 50;

/** One call of the media process: its line, its sound and its session. What else it needs is asked of the server. */
export class MediaCall {
  readonly #line: MediaLine;
  readonly #link: CallLink;
  readonly #onGone: () => void;
  readonly #openDenoiser: OpenDenoiser;
  #session: OwnCallSession | undefined;
  #recording: LineRecording | undefined;
  #earlyKeys: string[] = [];
  #isEnding = false;

  constructor(
    open: OpenMediaLine,
    post: (message: LinkMessage) => void,
    { onGone, openDenoiser }: { onGone: () => void; openDenoiser: OpenDenoiser },
  ) {
    this.#onGone = onGone;
    this.#openDenoiser = openDenoiser;
    this.#link = new CallLink(post, {
      end: () => this.#end(),
      begin: (_signal, begun: SessionStart) => this.#tryBegin(begun),
      say: (_signal, text: string) => this.#session?.say(text),
      press: (_signal, digit: string) => this.#press(digit),
      'answered-by': (_signal, by: Parameters<CallSession['noteAnsweredBy']>[0]) =>
        this.#session?.noteAnsweredBy(by),
      intervene: (_signal, act: CallAct, by: string) => this.#session?.intervene(act, by),
      configure: (_signal, changes: Partial<CallConfig>) => this.#session?.configure(changes),
      held: (_signal, isHeld: boolean) => this.#session?.noteHeld(isHeld),
      'hang-up': (_signal, reason: DisconnectionReason) => this.#session?.hangUp(reason),
    });
    this.#line = open({
      link: this.#link,
      press: (digit) => this.#press(digit),
      hangUp: (reason) => this.#session?.hangUp(reason),
      onClosed: () => this.#isEnding && this.#onGone(),
    });
    this.#link.add(this.#line.handlers);
  }

  /** Of a line of packets. */
  get sound(): RtpSound | undefined {
    return this.#line.sound;
  }

  resume(socket: ServerSocket): void {
    this.#line.resume?.(socket);
  }

  take(message: LinkMessage): void {
    this.#link.take(message);
  }

  /** Something of it has thrown where nobody caught it: it ends, and says so. */
  fail(error: unknown): void {
    if (this.#session) this.#session.fail(error);
    else this.#giveUp(error);
  }

  /** The server is gone: what was recorded is kept. */
  async abandon(): Promise<void> {
    await this.#closeRecording();
  }

  #press(digit: string): void {
    if (this.#session) this.#session.press(digit);
    else if (this.#earlyKeys.length < mostEarlyKeys) this.#earlyKeys.push(digit);
  }

  #end(): void {
    this.#isEnding = true;
    this.#line.end();
    if (!this.#line.isConnected) this.#onGone();
  }

  #tryBegin(begun: SessionStart): void {
    try {
      this.#begin(begun);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** There is no session that could say so. */
  #giveUp(error: unknown): void {
    const reason = 'error_unknown';
    const message = error instanceof Error ? error.message : String(error);
    for (const event of [
      { type: 'call-error', code: 'INTERNAL', message },
      { type: 'call-end', reason, durationMs: 0 },
    ] satisfies CallEvent[])
      this.#link.note('event', event, sharedNow());
    this.#link.note('ended', { reason, durationMs: 0, turns: [], collected: {} } satisfies CallOutcome);
  }

  #begin(begun: SessionStart): void {
    const link = this.#link;
    const { config, variables, history, hasTimers } = begun;
    const { transport, clock } = this.#line;
    const sampleRate = transport?.format?.sampleRate ?? socketSampleRate;
    const recognizer = remoteRecognizer(link, begun.recognizer);
    const responder = remoteResponder(link, begun);
    link.add(recognizer.handlers);
    link.add(responder.handlers);
    const recording = openLineRecording(begun, sampleRate);
    this.#recording = recording;
    const session = createCallSession({
      ...{ config, variables, history, hasTimers, responder },
      functions: remoteFunctions(link, begun.functions),
      builtIn: (text) => builtInVariables(text, { ...begun.builtIn, now: new Date() }),
      // The server describes the call where it runs its functions.
      describe: () => ({}),
      emit: (event) => {
        this.#line.observe?.(event);
        link.note('event', event, sharedNow());
      },
      ...(clock && { clock }),
      ...(transport && {
        audio: {
          transport,
          recognizer,
          synthesizers: remoteVoices(link, begun.voices),
          onLate: (frames) => link.note('late', frames),
          openDenoiser: this.#openDenoiser,
          ...(recording && { record: recording.write }),
          ...ambienceOf(begun, sampleRate),
        },
      }),
    });
    this.#session = session;
    for (const key of this.#earlyKeys.splice(0)) session.press(key);
    session.ended.then(
      async (outcome) => {
        if (await this.#closeRecording()) link.note('event', incomplete, sharedNow());
        link.note('ended', outcome);
      },
      () => undefined,
    );
  }

  /** Returns whether something of it is missing. */
  async #closeRecording(): Promise<boolean> {
    return (await this.#recording?.close()) === false;
  }
}

const incomplete: CallEvent = {
  type: 'call-error',
  code: 'RECORDING_INCOMPLETE',
  message: 'The recording is incomplete.',
};

function ambienceOf(
  { ambience }: SessionStart,
  sampleRate: number,
): Pick<NonNullable<CallParts['audio']>, 'ambience'> {
  return ambience ? { ambience: openAmbience(ambience.sound, ambience.volume, sampleRate) } : {};
}
