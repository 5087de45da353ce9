import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { isInsideName, isPublicAddress } from './address-policy.ts';

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Which addresses may be requested at all, before any name is resolved. */
export interface EgressRules {
  /** Whether the exact host and port are listed in EGRESS_ALLOW. */
  isException(hostname: string, port: string, protocol: string): boolean;
  mayAsk(url: URL): boolean;
}

export function createEgressRules({ egressAllow }: Pick<Config, 'egressAllow'>): EgressRules {
  const exceptions = new Set(egressAllow.map((pair) => pair.toLowerCase().replace(/[[\]]/g, '')));

  function isException(hostname: string, port: string, protocol: string): boolean {
    return (
      exceptions.size > 0 && exceptions.has(`${hostname.toLowerCase()}:${port || defaultPorts[protocol]}`)
    );
  }

  return {
    isException,
    mayAsk(url) {
      const isWeb = url.protocol in defaultPorts;
      if (!isWeb || url.username !== '' || url.password !== '') return false;
      const hostname = url.hostname.replace(/^\[|\]$/g, '');
      if (isException(hostname, url.port, url.protocol)) return true;
      const isUsualPort = url.port === '' || url.port === '80' || url.port === '443';
      if (!isUsualPort || isInsideName(hostname)) return false;
      return isIP(hostname) === 0 || isPublicAddress(hostname);
    },
  };
}
