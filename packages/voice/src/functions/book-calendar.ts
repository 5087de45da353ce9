import type { CallFunction, FunctionContext, FunctionOutcome } from '../call-function.ts';
import { askCalendar, type CalendarFunction, calendarProblem, readCalendar } from './ask-calendar.ts';
import { describeFunction } from './describe-function.ts';
import type { FunctionMeans } from './function-means.ts';
import { momentOf } from './zoned-time.ts';

const apiVersion = '2026-02-25';

/** Books an appointment (Cal.com's bookings). */
export function bookCalendar(asked: CalendarFunction, means: FunctionMeans): CallFunction {
  const usual = 'Books an appointment at a free time. Ask for the name and the email address first.';
  return {
    name: asked.name,
    description: describeFunction(asked.description, usual, means),
    parameters: {
      type: 'object',
      properties: {
        start: { type: 'string', description: 'When it begins: a free time as it was given, ISO 8601.' },
        name: { type: 'string', description: 'Name of the person who comes.', minLength: 1, maxLength: 200 },
        email: { type: 'string', description: 'Email address of that person.', maxLength: 254 },
        notes: { type: 'string', description: 'What the appointment is about.', maxLength: 2000 },
      },
      required: ['start', 'name', 'email'],
    },
    places: `${asked.calApiKey} ${asked.eventTypeId} ${asked.timezone}`,
    speaksAfter: true,
    run: (input, context) => book(asked, means, input, context),
  };
}

async function book(
  asked: CalendarFunction,
  means: FunctionMeans,
  input: Record<string, unknown>,
  context: FunctionContext,
): Promise<FunctionOutcome> {
  const calendar = readCalendar(asked, means, context);
  if ('problem' in calendar) return calendarProblem(calendar.problem);
  const { eventTypeId, timeZone } = calendar;
  const start = momentOf(String(input['start']), timeZone);
  if (start === undefined) return { isOk: false, result: 'start must be a time as 2026-11-21T09:00.' };
  const email = String(input['email']).trim();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    return { isOk: false, result: `"${email.slice(0, 100)}" is not an email address. Ask for it again.` };
  const notes = typeof input['notes'] === 'string' ? input['notes'].trim() : '';
  const body = {
    eventTypeId,
    start: new Date(start).toISOString(),
    attendee: { name: String(input['name']).trim(), email, timeZone },
    ...(notes !== '' && { bookingFieldsResponses: { notes } }),
  };
  const request = { method: 'POST' as const, path: '/v2/bookings', apiVersion, body };
  const answer = await askCalendar(request, calendar, means, context);
  if (!('data' in answer)) return answer;
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone });
  const result = `Booked for ${body.attendee.name}: ${when.format(start)} (${timeZone}).${reference(answer.data)}`;
  return { isOk: true, result, exchange: answer.exchange };
}

function reference(data: unknown): string {
  const uid = typeof data === 'object' && data !== null && 'uid' in data ? data.uid : undefined;
  return typeof uid === 'string' ? ` Booking reference: ${uid.slice(0, 100)}.` : '';
}
