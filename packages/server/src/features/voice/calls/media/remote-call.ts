import type { CallParts, CallSession } from '@tendril/voice/call-session';
import { CallLink, type LinkHandlers, type LinkMessage } from './call-link.ts';
import { RemoteSession } from './remote-session.ts';
import type { SessionFacts } from './session-start.ts';

/** The server's end of a call that is in the media process: the link to it, and its session once there is one. */
export class RemoteCall {
  readonly link: CallLink;
  #session: RemoteSession | undefined;
  #isLost = false;

  constructor(post: (message: LinkMessage) => void, handlers: LinkHandlers) {
    this.link = new CallLink(post, handlers);
  }

  createSession(parts: CallParts, facts: SessionFacts): CallSession {
    const session = new RemoteSession(parts, facts, this.link);
    this.#session = session;
    this.link.add(session.handlers);
    // The line may have been lost while everything else of the call was opened.
    if (this.#isLost) queueMicrotask(() => session.lose());
    return session;
  }

  /** The media process has nothing of this call any more. */
  lose({ isExpected }: { isExpected: boolean }): void {
    this.#isLost = true;
    this.link.close(new Error('The process of this call’s sound has ended.'));
    if (!isExpected) this.#session?.lose();
  }
}
