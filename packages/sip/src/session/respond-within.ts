import { sdpType } from '../sdp/media-negotiation.ts';
import { makeResponse } from '../transaction/make-response.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { allowedMethods } from './call-events.ts';
import type { Dialog } from './dialog.ts';

interface ResponseExtras {
  headers?: Readonly<Record<string, string>> | undefined;
  /** A description of sound. */
  bytes?: Uint8Array | undefined;
}

/** Responds to a request that begins a call, or is within one. */
export function respondWithin(
  transaction: ServerTransaction,
  { contact, localTag: toTag }: Dialog,
  status: number,
  { headers: further, bytes }: ResponseExtras = {},
): void {
  const own = status < 300 && { contact, allow: allowedMethods, supported: 'timer' };
  const body = bytes && { type: sdpType, bytes };
  const headers = { ...own, ...further };
  transaction.respond(makeResponse(transaction.request, status, { toTag, headers, ...(body && { body }) }));
}
