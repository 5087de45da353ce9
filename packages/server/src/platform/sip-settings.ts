import * as z from 'zod';
import { setting } from './setting.ts';

const portRange = z
  .string()
  .regex(/^\d{4,5}-\d{4,5}$/, 'must be two ports with a hyphen between them')
  .default('20000-20999')
  .transform((text) => text.split('-').map(Number) as [number, number])
  .refine(([first, last]) => first >= 1024 && last <= 65_535 && last - first >= 3, 'must be 4 ports or more');

/** How calls of SIP trunks reach this server. */
export const sipSettings = {
  sipPort: setting(
    'SIP_PORT',
    'off',
    'Port on which calls of SIP trunks arrive and leave, by UDP and TCP; usually 5060. Without it numbers of SIP trunks are not connected. Processes whose ROLE has media open it; where there is none, those that serve pages do, until there is one. Of those on one machine, one has it.',
    z.coerce.number().int().min(1).max(65_535).optional(),
  ),
  sipHost: setting(
    'SIP_HOST',
    '0.0.0.0',
    'Address to listen on for calls of SIP trunks and their sound.',
    z.union([z.ipv4(), z.ipv6()]).default('0.0.0.0'),
  ),
  sipPublicAddress: setting(
    'SIP_PUBLIC_ADDRESS',
    'the address of this machine',
    'Address under which carriers reach this server, when it stands behind NAT; ports have to be passed on unchanged.',
    z.union([z.ipv4(), z.ipv6()]).optional(),
  ),
  sipTlsPort: setting(
    'SIP_TLS_PORT',
    'off',
    'Port on which encrypted connections of SIP trunks arrive (SIP over TLS); usually 5061. It needs SIP_PORT, SIP_TLS_CERT and SIP_TLS_KEY.',
    z.coerce.number().int().min(1).max(65_535).optional(),
  ),
  sipTlsCert: setting(
    'SIP_TLS_CERT',
    'none',
    'File with the certificate, and those above it, that encrypted connections of SIP trunks are shown; PEM.',
    z.string().min(1).optional(),
  ),
  sipTlsKey: setting(
    'SIP_TLS_KEY',
    'none',
    'File with the private key of SIP_TLS_CERT; PEM.',
    z.string().min(1).optional(),
  ),
  rtpPorts: setting(
    'RTP_PORTS',
    '20000-20999',
    'UDP ports for the sound of calls of SIP trunks; each call takes two.',
    portRange,
  ),
};
