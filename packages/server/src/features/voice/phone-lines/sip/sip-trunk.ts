import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { SipLogin } from '@tendril/sip/auth/digest-client';
import { parseUri, type SipUri } from '@tendril/sip/message/sip-uri';
import type { SipPeer, SipTransportKind } from '@tendril/sip/transaction/sip-peer';
import type { Scope } from '../../../../platform/db/scope.ts';
import type { PeerAddresses } from '../../../../platform/egress/peer-addresses.ts';

/** The way of one number to the telephone network. */
export interface SipTrunk {
  scope: Scope;
  number: PhoneNumber;
  /** Of addresses at the trunk: `sip:+1202…@host`, with the port where the trunk has one. */
  host: string;
  transport: SipTransportKind;
  login: SipLogin | undefined;
  /** Where requests go, and what else the trunk has: first the address that is asked. */
  peers: SipPeer[];
}

export interface TrunkParts {
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
  addresses: PeerAddresses;
}

const ports = { udp: 5060, tcp: 5060, tls: 5061 } as const;
const services = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;

function readAddress(text: string): SipUri | undefined {
  return text === '' ? undefined : parseUri(/^sips?:/.test(text) ? text : `sip:${text}`);
}

/** The trunk of a number with its login and its addresses. Throws INVALID_INPUT, CREDENTIAL_MISSING, EGRESS_DENIED … */
export async function openTrunk(scope: Scope, number: PhoneNumber, parts: TrunkParts): Promise<SipTrunk> {
  const { trunkUri, transport, credentialId, outboundProxy } = number.connection;
  const uri = readAddress(trunkUri);
  if (!uri) throw new AppError('INVALID_INPUT', 'The number has no trunk URI.');
  const next = readAddress(outboundProxy) ?? uri;
  const found = await locate(next, transport, parts.addresses);
  if (found.length === 0) throw new AppError('PROVIDER_UNAVAILABLE', `${next.host} could not be found.`);
  const peers = found.map(({ address, port }) => ({ transport, address, port, name: next.host }));
  const login = credentialId === '' ? undefined : readLogin(await parts.openCredential(scope, credentialId));
  const shown = uri.host.includes(':') ? `[${uri.host}]` : uri.host;
  const host = uri.port === undefined ? shown : `${shown}:${uri.port}`;
  return { scope, number, host, transport, login, peers };
}

/** Places of a trunk in the order in which they are tried: a port that is named leaves nothing to look up. */
async function locate(
  { host, port }: SipUri,
  transport: SipTransportKind,
  addresses: PeerAddresses,
): Promise<{ address: string; port: number }[]> {
  if (port === undefined) return addresses.locate(services[transport], host, ports[transport]);
  return (await addresses.resolve(host, port)).map((address) => ({ address, port }));
}

function readLogin({ user, password, realm }: Record<string, string>): SipLogin {
  if (!user || !password) throw new AppError('CREDENTIAL_MISSING', 'The login has no user or no password.');
  return { user, password, ...(realm && { realm }) };
}

/** An address at a trunk, as From, To or target of a transfer. */
export function addressAt({ host }: SipTrunk, user: string): string {
  return `sip:${encodeURIComponent(user).replaceAll('%2B', '+')}@${host}`;
}
