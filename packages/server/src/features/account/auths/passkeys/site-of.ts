import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../../platform/config.ts';
import { ownOrigin } from '../../../../platform/http/own-origin.ts';
import type { PasskeySite } from './passkey-ceremonies.ts';

/** The address that passkeys are bound to: the installation's own, or the one that the browser has opened. */
export function siteOf(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite {
  return new URL(publicUrl ?? ownOrigin(request));
}
