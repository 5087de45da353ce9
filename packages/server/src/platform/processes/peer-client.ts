import { createInternalAgent } from '../egress/internal-agent.ts';
import type { InternalAuth } from '../http/internal-auth.ts';
import type { ServerSocket } from '../http/web-sockets.ts';
import type { ProcessRegistry } from './process-registry.ts';

interface PeerRequest {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** Asks the other processes of the installation for what only they have. */
export interface PeerClient {
  /** Its JSON answer; undefined when the process is gone, cannot be reached, or has nothing under this path. */
  ask(processId: string, request: PeerRequest): Promise<unknown>;
  /** The same for an event stream; reading it throws when the connection is lost. */
  follow(processId: string, path: string, signal: AbortSignal): Promise<AsyncIterable<Buffer> | undefined>;
  /** A socket there, paused; undefined when the process is gone, cannot be reached, or refuses it. */
  openSocket(processId: string, path: string): Promise<ServerSocket | undefined>;
  close(): Promise<void>;
}

/** One client for all of them, over connections that are kept. */
export function createPeerClient(
  processes: Pick<ProcessRegistry, 'id' | 'find'>,
  auth: Pick<InternalAuth, 'sign'>,
): PeerClient {
  const agent = createInternalAgent();

  async function addressOf(processId: string): Promise<string | null | undefined> {
    return processId === processes.id ? null : (await processes.find(processId))?.address;
  }

  async function send(processId: string, { method, path, body, signal }: PeerRequest) {
    const address = await addressOf(processId);
    if (!address) return undefined;
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...auth.sign(processId, { method, path, body: text }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const exchange = { method, path, headers, signal, ...(body && { body: text }) };
    const answer = await agent.request(address, exchange).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      return undefined;
    });
    if (answer && answer.statusCode !== 200) {
      await answer.body.dump();
      return undefined;
    }
    return answer;
  }

  return {
    ask: async (processId, request) => (await send(processId, request))?.body.json(),
    follow: async (processId, path, signal) => (await send(processId, { method: 'GET', path, signal }))?.body,
    async openSocket(processId, path) {
      const address = await addressOf(processId);
      if (!address) return undefined;
      return agent.openSocket(address, path, auth.sign(processId, { method: 'GET', path, body: '' }));
    },
    close: agent.close,
  };
}
