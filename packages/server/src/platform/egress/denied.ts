import { AppError } from '@tendril/contract/app-error';

/**
 * The refusal. It names the requested host and how to allow it, never what the name resolves to, so that it cannot be
 * used to map our network.
 */
export function denied(host: string): AppError {
  return new AppError(
    'EGRESS_DENIED',
    `${host} is blocked by the network policy: only public addresses are allowed. ` +
      'An administrator can allow it with the EGRESS_ALLOW setting.',
  );
}
