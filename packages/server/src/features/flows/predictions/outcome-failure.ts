import { AppError, type ErrorCode, errorStatus } from '@tendril/contract/app-error';
import type { RunOutcome } from '@tendril/engine/run-request';

/** The error for a run that ended without an answer. */
export function outcomeFailure({ status, error }: Pick<RunOutcome, 'status' | 'error'>): AppError {
  if (status === 'cancelled') return new AppError('RUN_CANCELLED', 'The run was stopped.');
  const code = error && Object.hasOwn(errorStatus, error.code) ? (error.code as ErrorCode) : 'NODE_FAILED';
  return new AppError(code, error?.message ?? 'The flow failed.');
}
