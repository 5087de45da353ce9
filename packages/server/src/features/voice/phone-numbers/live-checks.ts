import type { HealthCheck } from '@tendril/contract/api/phone-number-checks';
import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { LookUpHost } from '../../../platform/egress/look-up-host.ts';
import type { Carriers } from './carriers.ts';
import type { LastCall } from './last-call.store.ts';
import { finding } from './number-checks.ts';
import type { TrunkState } from './trunk-check.ts';

export interface LiveCheckParts {
  carriers: Carriers;
  lookUpHost: LookUpHost;
  db: Database;
  trunkState(number: PhoneNumber): TrunkState;
  /** The address under which carriers reach this server. */
  publicUrl: string | undefined;
}

/** The host and port of a trunk; by default the transport's own port. */
function trunkAddress({ trunkUri, transport }: PhoneNumber['connection']) {
  const [, host = '', port] = /^(?:sips?:)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(trunkUri) ?? [];
  return { host, port: port ?? (transport === 'tls' ? '5061' : '5060') };
}

/** Whether the trunk's name resolves; no call is placed. */
export async function checkTrunk(number: PhoneNumber, lookUpHost: LookUpHost): Promise<HealthCheck> {
  const { host, port } = trunkAddress(number.connection);
  const startedAt = performance.now();
  const found = await lookUpHost(host, port);
  const ms = Math.round(performance.now() - startedAt);
  const values = { host, port, transport: number.connection.transport.toUpperCase() };
  return found === 'found'
    ? finding('connection', 'good', 'trunk-found', values, ms)
    : finding('connection', 'bad', found === 'blocked' ? 'trunk-blocked' : 'trunk-missing', values);
}

/** Asks the carrier whether it knows the number; without a key of the carrier the result is unknown. */
export async function checkCarrier(
  scope: Scope,
  { phoneNumber, connection }: PhoneNumber,
  carriers: Carriers,
): Promise<HealthCheck | undefined> {
  const { credentialId } = connection;
  const carrier = credentialId === '' ? undefined : await carriers.carrierOf(scope, credentialId);
  if (!carrier) return undefined;
  const startedAt = performance.now();
  try {
    const { account } = await carriers.open(scope, credentialId);
    const found = await account.find(phoneNumber);
    const ms = Math.round(performance.now() - startedAt);
    if (!found) return finding('carrier', 'bad', 'not-in-account', { carrier }, ms);
    if (!found.hasVoice) return finding('carrier', 'bad', 'no-voice', { carrier }, ms);
    return finding('carrier', 'good', 'known', { carrier }, ms);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isRefused = error.code === 'PROVIDER_UNAUTHORIZED' || error.code === 'CREDENTIAL_MISSING';
    const values = { carrier, reason: error.message };
    return finding('carrier', isRefused ? 'bad' : 'unknown', 'refused', values);
  }
}

/** The outcome of the newest call. */
export function judgeLastCall(call: LastCall | undefined): HealthCheck {
  if (!call) return finding('last-call', 'unknown', 'none');
  const values = { reason: call.disconnectionReason ?? '', at: String(call.createdAt) };
  if (call.status === 'ended') return finding('last-call', 'good', 'ended', values);
  if (call.status === 'ongoing') return finding('last-call', 'good', 'ongoing', values);
  return call.status === 'registered'
    ? finding('last-call', 'unknown', 'registered', values)
    : finding('last-call', 'bad', 'failed', values);
}
