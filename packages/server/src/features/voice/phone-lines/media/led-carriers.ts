import { endpoint } from '@tendril/contract/api/endpoint';
import * as z from 'zod';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { Infrastructure } from '../../../../platform/infrastructure.ts';
import type { CallProcess } from '../../../../platform/processes/call-processes.ts';

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
  /** It has just arrived, and is taken only where there is room for it. */
  isOffered: z.boolean().optional(),
  about: z.strictObject({ line: z.string().max(400).optional(), leg: z.string().max(64).optional() }),
});
type LedWebhook = z.output<typeof ledWebhook>;

const webhookAnswer = z.object({
  /** What Twilio is to do with the call. */
  markup: z.string().optional(),
  isFull: z.boolean().optional(),
});
export type WebhookAnswer = z.output<typeof webhookAnswer>;

/** A carrier waits for an answer only so long, and somebody else has to have time for one. */
const offerMs = 4000;

export const takeLedWebhook = endpoint({
  method: 'POST',
  path: '/internal/telephony/webhooks',
  auth: 'internal',
  tag: 'Internal',
  summary: 'A webhook of a carrier about a call whose line is at this process.',
  body: ledWebhook,
  /** `isFull`: it was not taken. */
  response: webhookAnswer,
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

type LedCarrierParts = Pick<Infrastructure, 'callProcesses' | 'load' | 'peers' | 'processes'>;

/** Carriers call any process of an installation: what is about a line of another one is led there. */
export function ledCarriers({ callProcesses, load, peers, processes }: LedCarrierParts) {
  const home: LineHome = { id: processes.id, nameOwner: (token) => `${processes.id}.${token}` };
  const send = async (processId: string, webhook: LedWebhook, signal?: AbortSignal) => {
    const request = { method: 'POST', path: takeLedWebhook.path, body: webhook, signal } as const;
    return (await peers.ask(processId, request)) as WebhookAnswer | undefined;
  };

  return {
    home,

    /** Sends a webhook to the process of its line; undefined when that is this one, or is gone. */
    async pass(processId: string | undefined, webhook: LedWebhook): Promise<WebhookAnswer | undefined> {
      return processId === undefined || processId === home.id ? undefined : send(processId, webhook);
    },

    /**
     * Sends the webhook of a call that arrives to the process that is to carry it; undefined when that is this one. Where
     * all are full, one of them says to the carrier what is done then.
     */
    async offer(webhook: LedWebhook): Promise<WebhookAnswer | undefined> {
      const full: CallProcess[] = [];
      for (const one of await callProcesses.inOrder()) {
        if (one.isSubstitute && full.length > 0) break;
        if (one.isHere && !load.isFullOfCalls) return undefined;
        if (!one.isHere) callProcesses.noteGiven(one.id);
        const signal = AbortSignal.timeout(offerMs);
        const offered = { ...webhook, isOffered: true };
        const answer = one.isHere
          ? { isFull: true }
          : await send(one.id, offered, signal).catch(() => undefined);
        if (answer && !answer.isFull) return answer;
        if (answer) full.push(one);
      }
      const [refusing] = full;
      return refusing && !refusing.isHere ? send(refusing.id, webhook) : undefined;
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
