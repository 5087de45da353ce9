import { endpoint } from '@tendril/contract/api/endpoint';
import * as z from 'zod';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { Infrastructure } from '../../../../platform/infrastructure.ts';

const carrier = z.enum(['twilio', 'telnyx']);
export type Carrier = z.output<typeof carrier>;

/** A carrier's webhook at a process that has no line of its call; its signature has been checked there. */
const ledWebhook = z.strictObject({
  carrier,
  /** `call`: what is to be done with it; `news`: what has happened to it. */
  kind: z.enum(['call', 'news']),
  numberId: z.string().max(64),
  /** In base64. */
  body: z.string().max(100_000),
  about: z.strictObject({ line: z.string().max(400).optional(), leg: z.string().max(64).optional() }),
});
type LedWebhook = z.output<typeof ledWebhook>;

export const takeLedWebhook = endpoint({
  method: 'POST',
  path: '/internal/telephony/webhooks',
  auth: 'internal',
  tag: 'Internal',
  summary: 'A webhook of a carrier about a call whose line is at this process.',
  body: ledWebhook,
  /** What Twilio is to do with the call. */
  response: z.object({ markup: z.string().optional() }),
});

export const openLedMedia = endpoint({
  method: 'GET',
  path: '/internal/telephony/media',
  auth: 'internal',
  tag: 'Internal',
  summary:
    'The media stream of a carrier for a line of this process, as a WebSocket; it begins with its start.',
  query: z.object({ carrier, token: z.string().max(500) }),
});

/** How the lines of this process are found from the others. */
export interface LineHome {
  readonly id: string;
  /** Adds the process to a token. */
  nameOwner(token: string): string;
}

export type LedCarriers = ReturnType<typeof ledCarriers>;

/** Carriers call any process of an installation: what is about a line of another one is led there. */
export function ledCarriers({ peers, processes }: Pick<Infrastructure, 'peers' | 'processes'>) {
  const home: LineHome = { id: processes.id, nameOwner: (token) => `${processes.id}.${token}` };

  return {
    home,

    /** Sends a webhook to the process of its line; undefined when that is this one, or is gone. */
    async pass(processId: string | undefined, webhook: LedWebhook): Promise<{ markup?: string } | undefined> {
      if (processId === undefined || processId === home.id) return undefined;
      const request = { method: 'POST', path: takeLedWebhook.path, body: webhook } as const;
      return (await peers.ask(processId, request)) as { markup?: string } | undefined;
    },

    /** Whether a token is of a line at another process. */
    isElsewhere(token: string): boolean {
      const at = token.indexOf('.');
      return at > 0 && token.slice(0, at) !== home.id;
    },

    /** The stream's other end there, paused; undefined when the process is gone or does not let it in. */
    openMedia(asked: Carrier, token: string): Promise<ServerSocket | undefined> {
      const processId = token.slice(0, token.indexOf('.'));
      const query = new URLSearchParams({ carrier: asked, token });
      return peers.openSocket(processId, `${openLedMedia.path}?${query}`);
    },
  };
}
