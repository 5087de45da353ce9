import type { LegNews } from '../media/consultations.ts';
import type { AnsweredBy, LineEnd } from '../phone-line.ts';

/** How Twilio's last status of a call reads here; undefined for one that is not the last. */
export function twilioEnd(status: string, sipCode: string): LineEnd | undefined {
  switch (status) {
    case 'completed':
      return 'user_hangup';
    case 'busy':
      return sipCode === '603' ? 'user_declined' : 'dial_busy';
    case 'no-answer':
      return 'dial_no_answer';
    case 'canceled':
      return 'dial_failed';
    case 'failed':
      return failed[sipCode] ?? 'dial_failed';
    default:
      return undefined;
  }
}

const failed: Readonly<Record<string, LineEnd>> = {
  '403': 'telephony_provider_permission_denied',
  '404': 'invalid_destination',
  '410': 'invalid_destination',
  '484': 'invalid_destination',
  '480': 'dial_no_answer',
  '486': 'dial_busy',
  '503': 'telephony_provider_unavailable',
  '603': 'user_declined',
};

/** What Twilio's machine detection reads as; undefined where it does not know. */
export function twilioAnsweredBy(answeredBy: string): AnsweredBy | undefined {
  if (answeredBy === 'human') return 'human';
  if (answeredBy === 'machine_start' || answeredBy === 'fax') return 'machine-start';
  return answeredBy.startsWith('machine_end') ? 'machine-end' : undefined;
}

/** What Twilio says of somebody who is rung for a transfer: of the call, of what has answered, or of the room. */
export function twilioLegNews(form: URLSearchParams): LegNews[] {
  const [status, answeredBy] = [form.get('CallStatus') ?? '', form.get('AnsweredBy')];
  if (form.get('StatusCallbackEvent') === 'participant-join') return ['answered', 'told'];
  if (twilioEnd(status, '')) return ['ended'];
  const by = twilioAnsweredBy(answeredBy ?? '');
  const news: LegNews[] = status === 'in-progress' ? ['answered'] : [];
  if (answeredBy !== null) news.push(by === undefined || by === 'human' ? 'human' : 'machine');
  return news;
}
