import { AppError } from '@tendril/contract/app-error';
import type { LineEnd } from './phone-line.ts';

/** How a call ends that its carrier did not even place. */
export function endOfRefusal(error: unknown): LineEnd {
  if (!(error instanceof AppError)) return 'dial_failed';
  switch (error.code) {
    case 'PROVIDER_UNAUTHORIZED':
    case 'CREDENTIAL_MISSING':
    case 'FORBIDDEN':
      return 'telephony_provider_permission_denied';
    case 'PROVIDER_UNAVAILABLE':
    case 'PROVIDER_RATE_LIMITED':
    case 'EGRESS_DENIED':
      return 'telephony_provider_unavailable';
    case 'INVALID_INPUT':
      return 'invalid_destination';
    default:
      return 'dial_failed';
  }
}
