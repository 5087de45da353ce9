import { tagOf } from '../message/name-address.ts';
import { SipHeaders } from '../message/sip-headers.ts';
import { noBody, type SipRequest, type SipResponse } from '../message/sip-message.ts';

const reasons: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  183: 'Session Progress',
  200: 'OK',
  202: 'Accepted',
  302: 'Moved Temporarily',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  415: 'Unsupported Media Type',
  420: 'Bad Extension',
  422: 'Session Interval Too Small',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  489: 'Bad Event',
  491: 'Request Pending',
  500: 'Server Internal Error',
  503: 'Service Unavailable',
  603: 'Decline',
};

/** What a status is called. */
export function reasonOf(status: number): string {
  return reasons[status] ?? 'Refused';
}

interface ResponseExtras {
  /** Of the side that answers: ours. */
  toTag?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  body?: { type: string; bytes: Uint8Array };
}

/** The response to a request, with what it has to repeat of it. */
export function makeResponse(request: SipRequest, status: number, extras: ResponseExtras = {}): SipResponse {
  const headers = new SipHeaders();
  for (const name of ['via', 'record-route'])
    for (const value of request.headers.all(name)) headers.add(name, value);
  headers.add('from', request.headers.get('from') ?? '');
  const to = request.headers.get('to') ?? '';
  const hasTag = tagOf(to) !== undefined || extras.toTag === undefined || status === 100;
  headers.add('to', hasTag ? to : `${to};tag=${extras.toTag}`);
  for (const name of ['call-id', 'cseq']) headers.add(name, request.headers.get(name) ?? '');
  for (const [name, value] of Object.entries(extras.headers ?? {})) headers.add(name, value);
  if (extras.body) headers.add('content-type', extras.body.type);
  const body = extras.body?.bytes ?? noBody;
  return { kind: 'response', status, reason: reasonOf(status), headers, body };
}
