import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { allowedMethods } from './call-events.ts';
import type { Dialog } from './dialog.ts';
import { respondWithin } from './respond-within.ts';

/**
 * A request within a call that still rings. 481 would say that there is no such call: what cannot be done yet is refused
 * in a way that leaves it alone (RFC 3261, 14.2; RFC 3311, 5.2).
 */
export function answerEarly(transaction: ServerTransaction, isOurs: boolean, dialog: Dialog): void {
  const { request } = transaction;
  const isChange = request.method === 'INVITE' || (request.method === 'UPDATE' && request.body.length > 0);
  if (isChange) transaction.reject(isOurs ? 491 : 500, isOurs ? undefined : { 'retry-after': '2' });
  else if (request.method === 'UPDATE' || request.method === 'INFO' || request.method === 'OPTIONS')
    respondWithin(transaction, dialog, 200);
  else if (request.method === 'REFER') transaction.reject(603);
  else if (request.method === 'NOTIFY') transaction.reject(481);
  else transaction.reject(405, { allow: allowedMethods });
}
