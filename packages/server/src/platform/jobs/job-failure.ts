import { AppError } from '@tendril/contract/app-error';
import { toAppError } from '../http/errors.ts';

const mostAttempts = 5;
const passing = new Set([429, 499, 500, 502, 503]);

interface JobFailure {
  code: string;
  message: string;
}

/** What a person is told of a failed attempt. */
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

/** Whether a job keeps taking its process down with it. */
export function isHopeless(attempts: number): boolean {
  return attempts >= mostAttempts;
}

/** Whether no other attempt follows this one, whatever it ends with. */
export function isLastAttempt(attempts: number): boolean {
  return attempts >= mostAttempts;
}
