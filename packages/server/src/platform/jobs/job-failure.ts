import { AppError } from '@tendril/contract/app-error';
import { toAppError } from '../http/errors.ts';

const mostAttempts = 5;
const passing = new Set([429, 499, 500, 502, 503]);

interface JobFailure {
  code: string;
  message: string;
}

/** The public error of a failed attempt. */
export function describeFailure(error: unknown): JobFailure {
  const { code, message } = toAppError(error);
  return { code, message };
}

/** Whether another attempt may succeed: not when the input is at fault. */
export function mayRetry(error: unknown, attempts: number): boolean {
  if (isLastAttempt(attempts)) return false;
  return !(error instanceof AppError) || passing.has(error.status);
}

/** The wait before the next attempt: doubled each time. */
export function backoffMs(attempts: number, baseMs: number): number {
  return baseMs * 2 ** Math.max(0, attempts - 1);
}

/** Whether a job repeatedly crashes its process. */
export function isHopeless(attempts: number): boolean {
  return attempts >= mostAttempts;
}

/** Whether this attempt is the last, whatever its outcome. */
export function isLastAttempt(attempts: number): boolean {
  return attempts >= mostAttempts;
}
