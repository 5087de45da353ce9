import { AppError } from '@tendril/contract/app-error';
import type { Config } from '../../../platform/config.ts';

/** The addresses under which carriers reach this server. Both throw CONFLICT where there are none. */
export interface CarrierAddresses {
  http(path: string): string;
  socket(path: string): string;
}

/**
 * Carriers call the server from outside, and sign the address they call: it has to be known. Sound comes straight to this
 * process, where that has an address of its own.
 */
export function carrierAddresses({
  publicUrl,
  mediaUrl = '',
}: Pick<Config, 'publicUrl' | 'mediaUrl'>): CarrierAddresses {
  const base = () => {
    if (publicUrl) return publicUrl;
    throw new AppError(
      'CONFLICT',
      'Carriers cannot reach this server: an administrator has to set PUBLIC_URL to its public address.',
    );
  };
  return {
    http: (path) => new URL(path, base()).href,
    socket(path) {
      const { origin, pathname } = new URL(mediaUrl, base());
      const below = mediaUrl === '' ? '' : pathname.replace(/\/$/, '');
      return origin.replace(/^http/, 'ws') + below + path;
    },
  };
}

/** An address that says what its news are about. */
export function withLine(url: string, about: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(about)}`;
}
