import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { fillDynamicVariables } from '@tendril/contract/voice/dynamic-variables';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { FunctionContext, FunctionOutcome } from '../call-function.ts';
import type { FunctionMeans } from './function-means.ts';
import { hideSecrets } from './hide-secrets.ts';
import { longestResult, sendRequest } from './send-request.ts';
import { isTimeZone } from './zoned-time.ts';

const timeoutMs = 30_000;
const longestProblem = 1000;

export type CalendarFunction = Extract<
  VoiceFunction,
  { type: 'check_availability_cal' | 'book_appointment_cal' }
>;

/** The calendar of a function with its values filled in. */
export interface Calendar {
  key: string;
  eventTypeId: number;
  timeZone: string;
}

/** Reads the fields of a calendar function; reports what is wrong with them. */
export function readCalendar(
  asked: CalendarFunction,
  means: FunctionMeans,
  { variables }: FunctionContext,
): Calendar | { problem: string } {
  const fill = (text: string) => fillDynamicVariables(text, variables).trim();
  const eventTypeId = fill(asked.eventTypeId);
  const timeZone = fill(asked.timezone) || means.timezone || 'UTC';
  if (!/^\d{1,15}$/.test(eventTypeId)) return { problem: 'its event type ID is not a number' };
  if (!isTimeZone(timeZone)) return { problem: `there is no time zone "${timeZone}"` };
  return { key: fill(asked.calApiKey), eventTypeId: Number(eventTypeId), timeZone };
}

interface CalendarRequest {
  method: 'GET' | 'POST';
  path: string;
  apiVersion: string;
  body?: unknown;
}

/** Sends a request to Cal.com and reads its response; the key is sent in a header and nowhere else. */
export async function askCalendar(
  asked: CalendarRequest,
  calendar: Calendar,
  means: FunctionMeans,
  context: FunctionContext,
): Promise<{ data: unknown; exchange: FunctionOutcome['exchange'] } | FunctionOutcome> {
  const url = `${means.calBaseUrl.replace(/(?<!\/)\/+$/, '')}${asked.path}`;
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
  const headers = {
    authorization: `Bearer ${calendar.key}`,
    'cal-api-version': asked.apiVersion,
    ...(body !== '' && { 'content-type': 'application/json' }),
  };
  const { method } = asked;
  const answer = await sendRequest(means.fetch, {
    method,
    url,
    headers,
    body,
    timeoutMs,
    signal: context.signal,
  });
  const exchange = { method, url, body, status: answer.status };
  if (answer.status === null) return calendarProblem(answer.problem, exchange);
  const read = parsed(answer.text);
  if (answer.status < 200 || answer.status > 299) {
    const said = hideSecrets(messageOf(read) ?? '', [calendar.key]).slice(0, longestProblem);
    return calendarProblem(`it answered with status ${answer.status}${said ? `: ${said}` : ''}`, exchange);
  }
  const isObject = typeof read === 'object' && read !== null;
  return { data: isObject && 'data' in read ? read.data : undefined, exchange };
}

export function calendarProblem(problem: string, exchange?: FunctionOutcome['exchange']): FunctionOutcome {
  const result = `The calendar could not be used: ${problem}.`.slice(0, longestResult);
  return { isOk: false, result, ...(exchange && { exchange }) };
}

function parsed(text: string): unknown {
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}

/** Cal.com's own words for an error. */
function messageOf(read: unknown): string | undefined {
  if (typeof read !== 'object' || read === null) return undefined;
  if ('message' in read && typeof read.message === 'string') return read.message;
  return 'error' in read ? messageOf(read.error) : undefined;
}
