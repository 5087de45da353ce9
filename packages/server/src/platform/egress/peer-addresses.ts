import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { isInsideName, isPublicAddress } from './address-policy.ts';
import { denied, type ResolveName } from './checked-agent.ts';
import { createEgressRules } from './egress-rules.ts';

/** Addresses of servers that are not asked over HTTP, under the policy of every outbound request. */
export interface PeerAddresses {
  /** Every address of a host. Throws EGRESS_DENIED; empty when there is none. */
  resolve(hostname: string, port: number): Promise<string[]>;
  /** Whether a literal address may be sent to. */
  permits(address: string, port: number): boolean;
}

export function createPeerAddresses(
  config: Pick<Config, 'egressAllow'>,
  resolveName: ResolveName = lookup,
): PeerAddresses {
  const rules = createEgressRules(config);
  const permits = (address: string, port: number) =>
    rules.isException(address, String(port), '') || isPublicAddress(address);
  return {
    permits,
    async resolve(hostname, port) {
      const isException = rules.isException(hostname, String(port), '');
      if (isIP(hostname) !== 0) {
        if (permits(hostname, port)) return [hostname];
        throw denied(hostname);
      }
      if (!isException && isInsideName(hostname)) throw denied(hostname);
      const { promise, resolve } = Promise.withResolvers<string[]>();
      resolveName(hostname, { all: true }, (error, found) =>
        resolve(error ? [] : found.map(({ address }) => address)),
      );
      const addresses = await promise;
      if (!isException && !addresses.every(isPublicAddress)) throw denied(hostname);
      return addresses;
    },
  };
}
