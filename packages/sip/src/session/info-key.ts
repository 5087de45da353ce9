import type { SipRequest } from '../message/sip-message.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { CallEvents } from './call-events.ts';

const mostBytes = 200;

/** The key that an INFO reports, in either of the two forms that telephones use; undefined when it reports none. */
function readInfoKey({ headers, body }: SipRequest): string | undefined {
  const text = Buffer.from(body.subarray(0, mostBytes)).toString('latin1');
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  const relayed = /^signal ?= ?([0-9*#A-D])$/i;
  const plain = /^([0-9*#A-D])$/i;
  const form = type.startsWith('application/dtmf-relay') ? relayed : plain;
  if (!type.startsWith('application/dtmf')) return undefined;
  const lines = text.split(/\r?\n/).map((line) => form.exec(line.trim())?.[1]);
  return lines.find((key) => key !== undefined)?.toUpperCase();
}

/** An INFO of the other side: one about a key is heard, others are taken and change nothing. */
export function takeInfo(transaction: ServerTransaction, { onKey }: Pick<CallEvents, 'onKey'>): void {
  transaction.reject(200);
  const key = readInfoKey(transaction.request);
  if (key !== undefined) onKey(key);
}
