import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import * as z from 'zod';
import type { LegNews } from '../media/consultations.ts';
import type { AnsweredBy, LineEnd } from '../phone-line.ts';

const event = z.object({
  data: z.object({
    event_type: z.string().max(100),
    payload: z.object({
      call_control_id: z.string().min(1).max(400),
      direction: z.string().nullish(),
      from: z.string().max(200).nullish(),
      to: z.string().max(200).nullish(),
      result: z.string().max(100).nullish(),
      hangup_cause: z.string().max(100).nullish(),
      hangup_source: z.string().max(100).nullish(),
      sip_hangup_cause: z.string().max(20).nullish(),
    }),
  }),
});
export type TelnyxEvent = z.output<typeof event>['data'];

/** Parses an event; undefined for one that is about no call. */
export function readTelnyxEvent(body: Buffer): TelnyxEvent | undefined {
  try {
    const parsed = event.safeParse(parseShallowJson(body.toString('utf8')));
    return parsed.success ? parsed.data.data : undefined;
  } catch {
    return undefined;
  }
}

const causes: Readonly<Record<string, LineEnd>> = {
  normal_clearing: 'user_hangup',
  time_limit: 'user_hangup',
  originator_cancel: 'dial_failed',
  timeout: 'dial_no_answer',
  no_answer: 'dial_no_answer',
  user_busy: 'dial_busy',
  call_rejected: 'user_declined',
  not_found: 'invalid_destination',
  invalid_number_format: 'invalid_destination',
  unallocated_number: 'invalid_destination',
  outgoing_call_barred: 'telephony_provider_permission_denied',
  service_unavailable: 'telephony_provider_unavailable',
};

/** Why a call at Telnyx is over. */
export function telnyxEnd({ hangup_cause: cause, sip_hangup_cause: sip }: TelnyxEvent['payload']): LineEnd {
  if (sip === '603') return 'user_declined';
  if (sip === '486') return 'dial_busy';
  return causes[cause ?? ''] ?? 'dial_failed';
}

/** What its machine detection, usual or premium, believes has answered. */
export function telnyxAnsweredBy({ event_type: type, payload }: TelnyxEvent): AnsweredBy | undefined {
  const result = payload.result ?? '';
  if (/^call\.machine\.(premium\.)?greeting\.ended$/.test(type)) return 'machine-end';
  if (!/^call\.machine\.(premium\.)?detection\.ended$/.test(type)) return undefined;
  if (result.startsWith('human')) return 'human';
  return result === 'machine' || result === 'fax_detected' ? 'machine-start' : undefined;
}

/** What an event says of somebody who is rung for a transfer. */
export function telnyxLegNews(event: TelnyxEvent): LegNews | undefined {
  switch (event.event_type) {
    case 'call.answered':
      return 'answered';
    case 'call.hangup':
      return 'ended';
    case 'call.speak.ended':
      return 'told';
    default:
      if (!/^call\.machine\.(premium\.)?detection\.ended$/.test(event.event_type)) return undefined;
      return telnyxAnsweredBy(event) === 'machine-start' ? 'machine' : 'human';
  }
}
