import type { CallCommand, CallNotice } from '@tendril/contract/voice/call-socket';
import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import type { AudioTransport } from '@tendril/voice/audio-transport';
import type { CallParts, CallSession } from '@tendril/voice/call-session';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { CallLine } from '../live-call.ts';
import type { SocketLineEvents } from '../socket-line.ts';
import { CallLink, type LinkMessage } from './call-link.ts';
import { RemoteSession } from './remote-session.ts';
import type { SessionFacts } from './session-start.ts';

/** The media process, as a line uses it. */
interface RemoteEnd {
  post(message: LinkMessage): void;
  /** Gives the page's connection away. */
  give(socket: ServerSocket, isNew: boolean): void;
  /** Counts frames that were not sent in time. */
  onLate(frames: number): void;
}

/** Stands for the sound that another process carries. */
const remoteTransport: AudioTransport = {
  format: { sampleRate: socketSampleRate },
  incoming: {
    async *[Symbol.asyncIterator]() {
      // Nothing of it comes here.
    },
  },
  play: () => {},
  clear: () => {},
  playedMs: () => 0,
  close: async () => {},
};

/** A call's line whose socket, sound and session are in the media process. */
export class RemoteLine implements CallLine {
  readonly transport = remoteTransport;
  readonly #end: RemoteEnd;
  readonly #link: CallLink;
  readonly #events: SocketLineEvents;
  #session: RemoteSession | undefined;
  #isEnding = false;

  constructor(socket: ServerSocket, end: RemoteEnd, events: SocketLineEvents) {
    this.#end = end;
    this.#events = events;
    this.#link = new CallLink((message) => end.post(message), {
      command: (_signal, command: CallCommand) => events.onCommand(command),
      closed: () => events.onClosed(),
      lost: () => events.onLost(),
      late: (_signal, frames: number) => end.onLate(frames),
    });
    end.give(socket, true);
  }

  createSession(parts: CallParts, facts: SessionFacts): CallSession {
    this.#session = new RemoteSession(parts, facts, this.#link);
    this.#link.add(this.#session.handlers);
    return this.#session;
  }

  /** The page is back, on another socket. */
  resume(socket: ServerSocket): void {
    this.#end.give(socket, false);
  }

  notify(notice: CallNotice): void {
    const token = notice.type === 'ready' ? this.#events.resumeToken?.() : undefined;
    this.#link.note('notify', notice, token);
  }

  end(): void {
    this.#isEnding = true;
    this.#link.note('end');
  }

  refuse(code: string, message: string): void {
    this.notify({ type: 'refused', code, message });
    this.end();
  }

  take(message: LinkMessage): void {
    this.#link.take(message);
  }

  /** The media process has nothing of this call any more; if that was not asked of it, the call is lost. */
  lose(): void {
    this.#link.close(new Error('The process of this call’s sound has ended.'));
    if (this.#isEnding) return;
    this.#session?.lose();
    this.#events.onLost();
  }
}
