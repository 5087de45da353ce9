import type { CallFunction, FunctionContext, FunctionOutcome } from '../call-function.ts';
import {
  askCalendar,
  type Calendar,
  type CalendarFunction,
  calendarProblem,
  readCalendar,
} from './ask-calendar.ts';
import { describeFunction } from './describe-function.ts';
import type { FunctionMeans } from './function-means.ts';
import { longestResult } from './send-request.ts';

const apiVersion = '2024-09-04';
const dayMs = 86_400_000;
/** The default and maximum number of days to look at. */
const usualDays = 7;
const mostDays = 31;

/** Lists available appointments (Cal.com's slots). */
export function checkCalendar(asked: CalendarFunction, means: FunctionMeans): CallFunction {
  const usual = 'Finds free times for an appointment.';
  return {
    name: asked.name,
    description: describeFunction(asked.description, usual, means),
    parameters: {
      type: 'object',
      properties: {
        start: { type: 'string', description: 'First day, as YYYY-MM-DD.' },
        end: { type: 'string', description: `Last day, as YYYY-MM-DD; at most ${mostDays} days on.` },
      },
      required: ['start'],
    },
    places: `${asked.calApiKey} ${asked.eventTypeId} ${asked.timezone}`,
    speaksAfter: true,
    run: (input, context) => findSlots(asked, means, input, context),
  };
}

async function findSlots(
  asked: CalendarFunction,
  means: FunctionMeans,
  input: Record<string, unknown>,
  context: FunctionContext,
): Promise<FunctionOutcome> {
  const calendar = readCalendar(asked, means, context);
  if ('problem' in calendar) return calendarProblem(calendar.problem);
  const start = dayOf(input['start']);
  if (start === undefined) return { isOk: false, result: 'start must be a day as YYYY-MM-DD.' };
  const end = input['end'] === undefined ? start + (usualDays - 1) * dayMs : dayOf(input['end']);
  if (end === undefined || end < start || end > start + mostDays * dayMs)
    return { isOk: false, result: `end must be a day from start to ${mostDays} days on, as YYYY-MM-DD.` };
  const query = new URLSearchParams({
    eventTypeId: String(calendar.eventTypeId),
    start: dayName(start),
    end: dayName(end),
    timeZone: calendar.timeZone,
  });
  const request = { method: 'GET' as const, path: `/v2/slots?${query}`, apiVersion };
  const answer = await askCalendar(request, calendar, means, context);
  if (!('data' in answer)) return answer;
  return { isOk: true, result: describeSlots(answer.data, calendar), exchange: answer.exchange };
}

function describeSlots(data: unknown, { timeZone }: Calendar): string {
  const days = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  const lines = days.flatMap(([day, slots]) => {
    const starts = (Array.isArray(slots) ? slots : []).flatMap((slot: unknown) =>
      typeof slot === 'object' && slot !== null && 'start' in slot ? [String(slot.start)] : [],
    );
    return starts.length === 0 ? [] : [`${day}: ${starts.join(', ')}`];
  });
  if (lines.length === 0) return 'There is no free time in these days.';
  return `Free times (time zone ${timeZone}):\n${lines.join('\n')}`.slice(0, longestResult);
}

function dayOf(value: unknown): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(value))?.[0];
  const moment = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

function dayName(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
