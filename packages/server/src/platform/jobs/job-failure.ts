import { AppError } from '@tendril/contract/app-error';
import { toAppError } from '../http/errors.ts';

const mostAttempts = 5;
const mostDeaths = 4;
const passing = new Set([429, 499, 500, 502, 503]);

/** The cause under which deaths of the process are counted. */
export const deathCause = 'PROCESS_DIED';

interface JobFailure {
  code: string;
  message: string;
}

/** The public error of a failed attempt. */
export function describeFailure(error: unknown): JobFailure {
  const { code, message } = toAppError(error);
  return { code, message };
}

/** Whether another attempt may succeed: not when the input is at fault. `attempts`: with the one that failed. */
export function mayRetry(error: unknown, attempts: number): boolean {
  if (attempts >= mostAttempts) return false;
  return !(error instanceof AppError) || passing.has(error.status);
}

/** The wait before the next attempt: doubled each time. */
export function backoffMs(attempts: number, baseMs: number): number {
  return baseMs * 2 ** Math.max(0, attempts - 1);
}

/** Whether a job has ended its process so often that it is not tried again. */
export function isPoison(deaths: number): boolean {
  return deaths >= mostDeaths;
}

/**
 * For how long a process has to be up before it takes a job under which others died: what stops the server again and
 * again is then not counted as the job's fault.
 */
export function neededUptimeMs(deaths: number, baseMs: number): number {
  return deaths < 2 ? 0 : baseMs * 2 ** (deaths - 1);
}

/** How often the process of a job has died under it, in all. */
export function countDeaths(causes: string | null): number {
  return causes === null ? 0 : ((JSON.parse(causes) as Record<string, number>)[deathCause] ?? 0);
}

/** Whether the next attempt is the last, whatever its outcome. */
export function isLastAttempt(attempts: number): boolean {
  return attempts >= mostAttempts - 1;
}

/** The causes of a job's failures with one more of `cause`. */
export function countCause(causes: string | null, cause: string): string {
  const counts = causes === null ? {} : (JSON.parse(causes) as Record<string, number>);
  return JSON.stringify({ ...counts, [cause]: (counts[cause] ?? 0) + 1 });
}
