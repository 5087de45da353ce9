import { SipHeaders } from '../message/sip-headers.ts';
import { noBody, readCSeq, type SipRequest, type SipResponse } from '../message/sip-message.ts';

/** A request that belongs to an INVITE: the same addresses, number and branch. */
function derived(invite: SipRequest, method: string, to: string): SipRequest {
  const headers = new SipHeaders();
  headers.add('via', invite.headers.list('via')[0] ?? '').add('max-forwards', '70');
  headers.add('from', invite.headers.get('from') ?? '').add('to', to);
  headers.add('call-id', invite.headers.get('call-id') ?? '');
  headers.add('cseq', `${readCSeq(invite).number} ${method}`);
  for (const route of invite.headers.all('route')) headers.add('route', route);
  return { kind: 'request', method, uri: invite.uri, headers, body: noBody };
}

/** The ACK of an INVITE that was refused. */
export function acknowledge(invite: SipRequest, response: SipResponse): SipRequest {
  return derived(invite, 'ACK', response.headers.get('to') ?? '');
}

/** The CANCEL of an INVITE that has not been answered. */
export function cancelOf(invite: SipRequest): SipRequest {
  return derived(invite, 'CANCEL', invite.headers.get('to') ?? '');
}
