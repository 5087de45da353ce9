import type { CallCommand, CallNotice } from '@tendril/contract/voice/call-socket';
import type { CallParts, CallSession } from '@tendril/voice/call-session';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { CallLine } from '../live-call.ts';
import type { SocketLineEvents } from '../socket-line.ts';
import type { LinkMessage } from './call-link.ts';
import type { FarCall, MediaPlace } from './media-place.ts';
import { RemoteCall } from './remote-call.ts';
import { remoteTransport } from './remote-transport.ts';
import type { SessionFacts } from './session-start.ts';

/** A page's line whose socket, sound and session are in the media process. */
export class RemoteLine implements CallLine, FarCall {
  readonly transport = remoteTransport;
  readonly #place: MediaPlace;
  readonly #call: RemoteCall;
  readonly #events: SocketLineEvents;
  #isEnding = false;

  constructor(socket: ServerSocket, place: MediaPlace, events: SocketLineEvents) {
    this.#place = place;
    this.#events = events;
    this.#call = new RemoteCall(place.post, {
      command: (_signal, command: CallCommand) => events.onCommand(command),
      closed: () => events.onClosed(),
      lost: () => events.onLost(),
      late: (_signal, frames: number) => place.onLate(frames),
    });
    place.give(socket, { kind: 'page' });
  }

  createSession(parts: CallParts, facts: SessionFacts): CallSession {
    return this.#call.createSession(parts, facts);
  }

  /** The page is back, on another socket. */
  resume(socket: ServerSocket): void {
    this.#place.give(socket, { kind: 'page-again' });
  }

  notify(notice: CallNotice): void {
    const token = notice.type === 'ready' ? this.#events.resumeToken?.() : undefined;
    this.#call.link.note('notify', notice, token);
  }

  end(): void {
    this.#isEnding = true;
    this.#call.link.note('end');
  }

  refuse(code: string, message: string): void {
    this.notify({ type: 'refused', code, message });
    this.end();
  }

  take(message: LinkMessage): void {
    this.#call.link.take(message);
  }

  /** If that was not asked of the media process, the call is lost. */
  lose(): void {
    this.#call.lose({ isExpected: this.#isEnding });
    if (!this.#isEnding) this.#events.onLost();
  }
}
