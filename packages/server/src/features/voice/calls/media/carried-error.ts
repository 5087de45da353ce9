import { AppError, type ErrorCode, type ErrorDetail, errorStatus } from '@tendril/contract/app-error';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import { UnansweredSound } from '@tendril/contract/provider/unanswered-sound';
import { ResponderFailure } from '@tendril/voice/responder-failure';

/** An error on its way to another process: what a call reads of it. */
export interface CarriedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly details?: ErrorDetail[] | undefined;
  readonly reason?: DisconnectionReason;
  /** Of the recognizer that left a sound unanswered. */
  readonly vendor?: string;
}

export function packError(error: unknown): CarriedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof UnansweredSound) return { name, message, vendor: error.vendor };
  if (error instanceof AppError) return { name, message, code: error.code, details: error.details };
  if (error instanceof ResponderFailure) return { name, message, code: error.code, reason: error.reason };
  return { name, message };
}

export function unpackError({ name, message, code, details, reason, vendor }: CarriedError): Error {
  if (vendor !== undefined) return new UnansweredSound(vendor);
  if (reason !== undefined) return new ResponderFailure(reason, message, code);
  if (code !== undefined && code in errorStatus)
    return new AppError(code as ErrorCode, message, { ...(details && { details }) });
  if (name === 'AbortError') return new DOMException(message, name);
  return new Error(message);
}
