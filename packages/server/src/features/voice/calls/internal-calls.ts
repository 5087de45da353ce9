import { transcriptLine } from '@tendril/contract/api/calls';
import { endpoint } from '@tendril/contract/api/endpoint';
import { id, idParams } from '@tendril/contract/api/id';
import { disconnectionReasons } from '@tendril/contract/call-event';
import { callAct } from '@tendril/contract/voice/call-act';
import * as z from 'zod';

/** What a process answers that is asked to carry a call. */
export const placeAnswer = z.object({
  state: z.enum(['kept', 'full', 'stopping']),
  /** Its own public address, or its path below that of the installation. */
  address: z.string().optional(),
});

export type PlaceAnswer = z.output<typeof placeAnswer>;

export const keepCallPlace = endpoint({
  method: 'POST',
  path: '/internal/calls/places',
  auth: 'internal',
  tag: 'Internal',
  summary:
    'Keeps a place for a call that is registered at another process, until its page opens its line here.',
  body: z.strictObject({ id: z.string().max(64) }),
  response: placeAnswer,
});

/** The line of a call at this process, for a page that another one has let in. */
export const openOwnedLine = endpoint({
  method: 'GET',
  path: '/internal/calls/line',
  auth: 'internal',
  tag: 'Internal',
  summary:
    'The line of a call of this process, or of one that is registered, as a WebSocket, for a page at another process.',
  query: z.object({
    token: z.string(),
    isOwnOrigin: z.enum(['true', 'false']),
    /** From where the page opens it, as limits count it. */
    from: z.string().max(100).default('unknown'),
  }),
});

export const hangUpOwnedCall = endpoint({
  method: 'POST',
  path: '/internal/calls/:id/hang-up',
  auth: 'internal',
  tag: 'Internal',
  summary: 'Hangs up a call whose line is at this process; answers once its end is stored.',
  params: idParams,
  body: z.strictObject({
    workspaceId: z.string().max(128),
    reason: z.enum(disconnectionReasons).optional(),
    /** Who hangs up. */
    by: z.string().max(500).optional(),
  }),
  response: z.object({ id }),
});

export const watchOwnedCall = endpoint({
  method: 'GET',
  path: '/internal/calls/:id/live',
  auth: 'internal',
  tag: 'Internal',
  summary: 'Streams the events of a call of this process; ends with the call.',
  params: idParams,
  query: z.object({ workspaceId: z.string().max(128), by: z.string().max(500) }),
  events: z.unknown(),
});

export const interveneInOwnedCall = endpoint({
  method: 'POST',
  path: '/internal/calls/:id/interventions',
  auth: 'internal',
  tag: 'Internal',
  summary: 'Does something in a call of this process, for a person who watches it at another one.',
  params: idParams,
  body: z.strictObject({ workspaceId: z.string().max(128), act: callAct, by: z.string().max(500) }),
  /** Why it was not done. */
  response: z.object({ refusal: z.string().optional() }),
});

export const sayInOwnedCall = endpoint({
  method: 'POST',
  path: '/internal/calls/:id/say',
  auth: 'internal',
  tag: 'Internal',
  summary: 'Types a text in a chat of this process; answers what was said then.',
  params: idParams,
  body: z.strictObject({ workspaceId: z.string().max(128), text: z.string().max(20_000) }),
  response: z.object({ lines: z.array(transcriptLine), refusal: z.string().optional() }),
});
