import { lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './address-policy.ts';
import { checkedLookup, type ResolveName } from './checked-lookup.ts';
import { denied } from './denied.ts';
import type { EgressRules } from './egress-rules.ts';

const connectMs = 5000;
const firstByteMs = 300_000;
const silenceMs = 120_000;
/** After decompression; each socket sets a smaller limit of its own. */
const maxMessageBytes = 16 * 1024 * 1024;

/** A pool of keep-alive connections to checked addresses only. */
export function createCheckedAgent(rules: EgressRules, resolve: ResolveName = resolveName): Agent {
  const timing = { timeout: connectMs, keepAlive: true } as const;
  const plain = buildConnector(timing);
  const checked = buildConnector({ ...timing, lookup: checkedLookup(resolve) as typeof resolveName });

  return new Agent({
    connect(options, callback) {
      const hostname = options.hostname.replace(/^\[|\]$/g, '');
      if (rules.isException(hostname, options.port, options.protocol)) return plain(options, callback);
      // A literal address is connected to without a look-up, so it is checked here.
      if (isIP(hostname) && !isPublicAddress(hostname))
        return callback(denied(options.host ?? hostname), null);
      return checked(options, callback);
    },
    connections: 512,
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 120_000,
    // A model on a slow machine may take minutes for a whole answer; callers that want less pass a time limit.
    headersTimeout: firstByteMs,
    bodyTimeout: silenceMs,
    webSocket: { maxPayloadSize: maxMessageBytes, maxFragments: 4096 },
  });
}
