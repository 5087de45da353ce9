import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { CallAct } from '@tendril/contract/voice/call-act';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import { builtInVariables } from '@tendril/contract/voice/dynamic-variables';
import { openAmbience } from '@tendril/voice/audio/open-ambience';
import type { CallConfig, CallParts, CallSession } from '@tendril/voice/call-session';
import { createCallSession } from '@tendril/voice/create-call-session';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import { SocketLine } from '../socket-line.ts';
import { CallLink, type LinkMessage } from './call-link.ts';
import { type LineRecording, openLineRecording } from './line-recording.ts';
import { remoteFunctions, remoteRecognizer, remoteResponder, remoteVoices } from './remote-parts.ts';
import { type SessionStart, sharedNow } from './session-start.ts';

/** One call of the media process: its socket, its sound and its session. What else it needs is asked of the server. */
export class MediaCall {
  readonly #line: SocketLine;
  readonly #link: CallLink;
  readonly #onGone: () => void;
  #session: CallSession | undefined;
  #recording: LineRecording | undefined;
  #resumeToken: string | undefined;
  #isEnding = false;

  constructor(socket: ServerSocket, post: (message: LinkMessage) => void, onGone: () => void) {
    this.#onGone = onGone;
    this.#link = new CallLink(post, {
      notify: (_signal, notice: CallNotice, token?: string) => this.#notify(notice, token),
      end: () => this.#end(),
      begin: (_signal, begun: SessionStart) => this.#begin(begun),
      say: (_signal, text: string) => this.#session?.say(text),
      press: (_signal, digit: string) => this.#session?.press(digit),
      'answered-by': (_signal, by: Parameters<CallSession['noteAnsweredBy']>[0]) =>
        this.#session?.noteAnsweredBy(by),
      intervene: (_signal, act: CallAct, by: string) => this.#session?.intervene(act, by),
      configure: (_signal, changes: Partial<CallConfig>) => this.#session?.configure(changes),
      held: (_signal, isHeld: boolean) => this.#session?.noteHeld(isHeld),
      'hang-up': (_signal, reason: DisconnectionReason) => this.#session?.hangUp(reason),
    });
    this.#line = new SocketLine(socket, 'audio', {
      onCommand: (command) => this.#link.note('command', command),
      onClosed: () => this.#leave('closed', 'user_hangup'),
      onLost: () => this.#leave('lost', 'error_connection_lost'),
      resumeToken: () => this.#resumeToken ?? '',
    });
  }

  resume(socket: ServerSocket): void {
    this.#line.resume(socket);
  }

  take(message: LinkMessage): void {
    this.#link.take(message);
  }

  #notify(notice: CallNotice, token: string | undefined): void {
    this.#resumeToken = token;
    this.#line.notify(notice);
  }

  /** The session learns the reason first: the line that ends with this has none. */
  #leave(how: 'closed' | 'lost', reason: DisconnectionReason): void {
    this.#session?.hangUp(reason);
    this.#link.note(how);
    if (this.#isEnding) this.#onGone();
  }

  /** The server is gone: what was recorded is kept. */
  async abandon(): Promise<void> {
    await this.#closeRecording();
  }

  #end(): void {
    this.#isEnding = true;
    this.#line.end();
    if (!this.#line.hasSocket) this.#onGone();
  }

  #begin(begun: SessionStart): void {
    const link = this.#link;
    const { config, variables, history, hasTimers } = begun;
    const { transport } = this.#line;
    const recognizer = remoteRecognizer(link, begun.recognizer);
    const responder = remoteResponder(link, begun);
    link.add(recognizer.handlers);
    link.add(responder.handlers);
    const recording = openLineRecording(begun);
    this.#recording = recording;
    const session = createCallSession({
      ...{ config, variables, history, hasTimers, responder },
      functions: remoteFunctions(link, begun.functions),
      builtIn: (text) => builtInVariables(text, { ...begun.builtIn, now: new Date() }),
      // The server describes the call where it runs its functions.
      describe: () => ({}),
      emit: (event) => link.note('event', event, sharedNow()),
      ...(transport && {
        audio: {
          transport,
          recognizer,
          synthesizers: remoteVoices(link, begun.voices),
          onLate: (frames) => link.note('late', frames),
          ...(recording && { record: recording.write }),
          ...ambienceOf(begun),
        },
      }),
    });
    this.#session = session;
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

function ambienceOf({ ambience }: SessionStart): Pick<NonNullable<CallParts['audio']>, 'ambience'> {
  return ambience ? { ambience: openAmbience(ambience.sound, ambience.volume, socketSampleRate) } : {};
}
