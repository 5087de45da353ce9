import type { CallNotice } from '@tendril/contract/voice/call-socket';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import { addressOf } from '../../../platform/http/address-limit.ts';
import { isOwnOrigin } from '../../../platform/http/own-origin.ts';
import type { ServerSocket } from '../../../platform/http/web-sockets.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { openOwnedLine } from './internal-calls.ts';

const overCode = 1000;
const ended: CallNotice = {
  type: 'refused',
  code: 'UNAVAILABLE',
  message: 'This call is over, or the server that held it has stopped. Start another one.',
};

export type LedLines = ReturnType<typeof ledLines>;

/** A page whose line is at another process. */
export interface LedLine {
  /** The line there; undefined where there is none any more. */
  readonly far: ServerSocket | undefined;
}

/** Lines at other processes: a token by which a page comes, or comes back, names the process. */
export function ledLines({ peers, processes }: Pick<Infrastructure, 'peers' | 'processes'>) {
  return {
    /** The token by which a page comes back to a line of this process, from wherever it is let in. */
    nameOwner: (token: string): string => `${processes.id}.${token}`,

    /** The process and its own token; undefined for a token that names none. */
    ownerOf(token: string): { processId: string; token: string } | undefined {
      const at = token.indexOf('.');
      return at < 0 ? undefined : { processId: token.slice(0, at), token: token.slice(at + 1) };
    },

    /** Whether a process is this one. */
    isHere: (processId: string): boolean => processId === processes.id,

    async open(
      { processId, token }: { processId: string; token: string },
      request: FastifyRequest,
      config: Config,
    ): Promise<LedLine> {
      const query = new URLSearchParams({
        token,
        isOwnOrigin: String(isOwnOrigin(request, config)),
        from: addressOf(request),
      });
      const far = await peers.openSocket(processId, `${openOwnedLine.path}?${query}`);
      // Its calls are closed as soon as it is known to be gone.
      if (!far) await processes.check().catch(() => undefined);
      return { far };
    },

    /** Says so, in a way that a page can read: of a refused socket it learns nothing. */
    refuse(socket: ServerSocket, notice: CallNotice = ended): void {
      socket.on('error', () => {});
      socket.send(JSON.stringify(notice), () => {});
      socket.close(overCode, 'There is no line.');
    },
  };
}
