import type { DisconnectionReason } from '@tendril/contract/call-event';

/**
 * Thrown by a responder that has failed for good: the call ends for this reason. Any other error costs one answer only.
 */
export class ResponderFailure extends Error {
  readonly code: string;
  readonly reason: DisconnectionReason;

  constructor(reason: DisconnectionReason, message: string, code = 'PROVIDER_UNAVAILABLE') {
    super(message);
    this.name = 'ResponderFailure';
    this.code = code;
    this.reason = reason;
  }

  /** By its name: one that was thrown in another process, or by another copy of this module, is no instance of this. */
  static is(error: unknown): error is ResponderFailure {
    return error instanceof Error && error.name === 'ResponderFailure';
  }
}
