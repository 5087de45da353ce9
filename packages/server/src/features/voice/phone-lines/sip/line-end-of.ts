import type { CallEnd } from '@tendril/sip/session/call-end';
import type { LineEnd } from '../phone-line.ts';

const byStatus: Readonly<Record<number, LineEnd>> = {
  401: 'telephony_provider_permission_denied',
  402: 'telephony_provider_permission_denied',
  403: 'telephony_provider_permission_denied',
  404: 'invalid_destination',
  407: 'telephony_provider_permission_denied',
  408: 'dial_no_answer',
  410: 'invalid_destination',
  480: 'dial_no_answer',
  484: 'invalid_destination',
  485: 'invalid_destination',
  486: 'dial_busy',
  487: 'dial_no_answer',
  488: 'dial_failed',
  600: 'dial_busy',
  603: 'user_declined',
  604: 'invalid_destination',
  606: 'dial_failed',
};

/** Why a line ended, in the words of calls. */
export function lineEndOf(end: CallEnd, wasAnswered: boolean): LineEnd {
  switch (end.cause) {
    case 'hung-up':
    case 'cancelled':
      return 'user_hangup';
    case 'not-answered':
      return 'dial_no_answer';
    case 'transferred':
      return 'call_transfer';
    case 'lost':
      return wasAnswered ? 'user_hangup' : 'telephony_provider_unavailable';
    case 'refused':
      return refusalOf(end.status);
  }
}

function refusalOf(status: number): LineEnd {
  const known = byStatus[status];
  if (known) return known;
  if (status === 503) return 'telephony_provider_unavailable';
  // Redirections are not followed: where a call goes is decided here.
  return status < 400 || status === 482 || status === 483 ? 'sip_routing_error' : 'dial_failed';
}
