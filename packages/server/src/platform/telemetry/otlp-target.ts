import type { Config } from '../config.ts';
import { createEgress, type Egress } from '../egress/egress.ts';

/** Where this installation's own metrics and traces go. */
export interface OtlpTarget {
  readonly metricsUrl: string | undefined;
  readonly tracesUrl: string | undefined;
  readonly headers: Record<string, string>;
  readonly isBinary: boolean;
  /** Whether traces hold what was said. */
  readonly hasContent: boolean;
  readonly egress: Pick<Egress, 'fetch' | 'close'>;
}

type OtlpConfig = Pick<
  Config,
  | 'otlpEndpoint'
  | 'otlpTracesEndpoint'
  | 'otlpMetricsEndpoint'
  | 'otlpHeaders'
  | 'otlpProtocol'
  | 'captureContent'
>;

/** The collector of the configuration; undefined where none is named. */
export function openOtlpTarget(config: OtlpConfig): OtlpTarget | undefined {
  const base = config.otlpEndpoint?.replace(/(?<!\/)\/+$/, '');
  const metricsUrl = config.otlpMetricsEndpoint ?? (base && `${base}/v1/metrics`);
  const tracesUrl = config.otlpTracesEndpoint ?? (base && `${base}/v1/traces`);
  const addresses = [metricsUrl, tracesUrl].filter((one) => one !== undefined);
  if (addresses.length === 0) return undefined;
  return {
    metricsUrl,
    tracesUrl,
    headers: config.otlpHeaders,
    isBinary: config.otlpProtocol === 'http/protobuf',
    hasContent: config.captureContent === 'true',
    // The operator's own collector is usually on a private network, which flows must not reach.
    egress: createEgress({ egressAllow: addresses.map(hostAndPort) }),
  };
}

function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
