import { AppError } from '@tendril/contract/app-error';

/** The addresses under which carriers reach this server. Both throw CONFLICT where there are none. */
export interface CarrierAddresses {
  http(path: string): string;
  socket(path: string): string;
}

/** Carriers call the server from outside, and sign the address they call: it has to be known. */
export function carrierAddresses(publicUrl: string | undefined): CarrierAddresses {
  const base = () => {
    if (publicUrl) return publicUrl;
    throw new AppError(
      'CONFLICT',
      'Carriers cannot reach this server: an administrator has to set PUBLIC_URL to its public address.',
    );
  };
  return {
    http: (path) => new URL(path, base()).href,
    socket: (path) => new URL(path, base().replace(/^http/, 'ws')).href,
  };
}

/** An address that says what its news are about. */
export function withLine(url: string, about: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(about)}`;
}
