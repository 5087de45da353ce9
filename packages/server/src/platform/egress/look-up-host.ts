import { lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { isInsideName, isPublicAddress } from './address-policy.ts';
import type { ResolveName } from './checked-lookup.ts';
import { createEgressRules } from './egress-rules.ts';

/** Whether a host is reachable by policy and name; no connection is made. */
type HostFinding = 'found' | 'missing' | 'blocked';
export type LookUpHost = (hostname: string, port: string) => Promise<HostFinding>;

/** Resolves a name under the same policy as every outbound request; `resolve` replaces the look-up in tests. */
export function createHostLookup(
  config: Pick<Config, 'egressAllow'>,
  resolve: ResolveName = resolveName,
): LookUpHost {
  const rules = createEgressRules(config);
  return async (given, port) => {
    const hostname = given.replace(/^\[|\]$/g, '');
    const isException = rules.isException(hostname, port, '');
    if (isIP(hostname) !== 0) return isException || isPublicAddress(hostname) ? 'found' : 'blocked';
    if (!isException && isInsideName(hostname)) return 'blocked';
    const addresses = await new Promise<string[]>((done) => {
      resolve(hostname, { all: true }, (error, found) =>
        done(error ? [] : found.map(({ address }) => address)),
      );
    });
    if (addresses.length === 0) return 'missing';
    return isException || addresses.every(isPublicAddress) ? 'found' : 'blocked';
  };
}
