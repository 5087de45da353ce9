import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isKnownHost } from './known-host.ts';

/**
 * Refuses a request sent by another site's page: for the routes that cannot require a CSRF token because they create
 * the session. Programs send neither header and pass.
 */
export function requireOwnOrigin(
  request: FastifyRequest,
  config: Pick<Config, 'publicUrl' | 'allowedHosts' | 'allowedOrigins'>,
): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined && config.allowedOrigins.includes(origin)) return;
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isForeignOrigin =
    origin !== undefined && origin !== config.publicUrl && origin !== ownOrigin(request);
  if (isForeignSite || isForeignOrigin) {
    throw new AppError('ORIGIN_NOT_ALLOWED', 'This can only be requested from Tendril’s own pages.');
  }
  if (
    (origin !== undefined || site !== undefined) &&
    origin !== config.publicUrl &&
    !isKnownHost(request, config)
  )
    throw new AppError(
      'ORIGIN_NOT_ALLOWED',
      `This server is not set up for the name ${request.hostname}. An administrator can set PUBLIC_URL to this address or add the name to ALLOWED_HOSTS.`,
    );
}

/** Whether `requireOwnOrigin` lets a request through. */
export function isOwnOrigin(...of: Parameters<typeof requireOwnOrigin>): boolean {
  try {
    requireOwnOrigin(...of);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The origin that the client has addressed. Throws INVALID_INPUT for a Host header that names no host. */
export function ownOrigin(request: FastifyRequest): string {
  const origin = `${request.protocol}://${request.host}`;
  const url = URL.parse(origin);
  if (url?.href === `${url?.origin}/`) return origin;
  throw new AppError('INVALID_INPUT', 'The Host header of this request names no host.');
}
