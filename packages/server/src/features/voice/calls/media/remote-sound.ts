import type { ConnectedLine, TransferTarget } from '@tendril/voice/audio-transport';
import type { CallParts, CallSession } from '@tendril/voice/call-session';
import type { LineSound } from '../sound/line-sound.ts';
import type { CallLink, LinkHandlers, LinkMessage } from './call-link.ts';
import type { LineAbilities } from './media-message.ts';
import type { FarCall, MediaPlace } from './media-place.ts';
import { RemoteCall } from './remote-call.ts';
import { remoteTransport } from './remote-transport.ts';
import type { SessionFacts } from './session-start.ts';

/** A line that is over has this long to begin the session that learns of it. */
const openingMs = 120_000;

/** The line of a sound that is in the media process: what its session asks of it. */
export interface SoundOwner {
  /** Hangs up. */
  close(): Promise<void>;
  /** Ends it although it has been put through: its sound is gone. Absent: closing does. */
  abandon?(): unknown;
  transfer?(target: TransferTarget): Promise<ConnectedLine | undefined>;
  press?(digits: string): void;
  readonly needsRinging?: boolean;
}

/** The sound of a telephone line, carried by the media process together with the call's session. */
export class RemoteSound implements LineSound, FarCall {
  readonly incoming = remoteTransport.incoming;
  readonly #call: RemoteCall;
  readonly #owner: () => SoundOwner;
  #session: 'none' | 'running' | 'over' = 'none';
  #isClosed = false;
  #isEnding = false;
  #unbegun: NodeJS.Timeout | undefined;

  constructor({ post, onLate }: MediaPlace, owner: () => SoundOwner, handlers: LinkHandlers) {
    this.#owner = owner;
    this.#call = new RemoteCall(post, {
      late: (_signal, frames: number) => onLate(frames),
      'close-line': () => void owner().close(),
      'part-line': () => void owner().abandon?.(),
      // What both say is where their sound is.
      transfer: async (_signal, target: TransferTarget) => (await owner().transfer?.(target)) !== undefined,
      'press-keys': (_signal, digits: string) => owner().press?.(digits),
      ...handlers,
    });
  }

  get link(): CallLink {
    return this.#call.link;
  }

  play(): void {}
  clear(): void {}

  playedMs(): number {
    return 0;
  }

  createSession(parts: CallParts, facts: SessionFacts): CallSession {
    clearTimeout(this.#unbegun);
    this.#session = 'running';
    const session = this.#call.createSession(parts, facts);
    const finish = () => {
      this.#session = 'over';
      if (this.#isClosed) this.#end();
    };
    session.ended.then(finish, finish);
    return session;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#session === 'over') {
      this.#end();
      return;
    }
    // The session has yet to learn why the line is over.
    this.link.note('close-sound');
    if (this.#session === 'none') this.#unbegun = setTimeout(() => this.#end(), openingMs).unref();
  }

  take(message: LinkMessage): void {
    this.link.take(message);
  }

  lose(): void {
    clearTimeout(this.#unbegun);
    this.#call.lose({ isExpected: this.#isEnding });
    if (this.#isClosed) return;
    const owner = this.#owner();
    if (owner.abandon) owner.abandon();
    else void owner.close();
  }

  #end(): void {
    this.#isEnding = true;
    this.link.note('end');
  }
}

/** What the server can do for the session of a line. */
export function abilitiesOf({ transfer, press, needsRinging = false }: SoundOwner): LineAbilities {
  return {
    canTransfer: transfer !== undefined,
    canPress: press !== undefined,
    needsRinging,
    playsHandoff: false,
  };
}
