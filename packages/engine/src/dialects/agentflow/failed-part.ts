import { AppError, type ErrorCode, errorStatus } from '@tendril/contract/app-error';
import type { StepFailure } from '../../flow-plan.ts';

/** What stands in place of a component that could not be made: the step fails with it, and may go on from its error. */
export class FailedPart {
  readonly #failure: StepFailure;

  constructor(failure: StepFailure) {
    this.#failure = failure;
  }

  toError(): AppError {
    const { code, message } = this.#failure;
    return new AppError(Object.hasOwn(errorStatus, code) ? (code as ErrorCode) : 'NODE_FAILED', message);
  }
}
