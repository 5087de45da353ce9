import type { Logger } from 'pino';
import { type CollectedFrom, collectMetrics } from './collect-metrics.ts';
import type { OtlpTarget } from './otlp-target.ts';

const everyMs = 60_000;
const timeoutMs = 10_000;
const mostAnswerBytes = 64 * 1024;

interface MetricsPush {
  /** Sends them now; never throws. */
  push(): Promise<void>;
  stop(): void;
}

/** Sends what this process counts to a collector, once a minute. What it does not take is in the next sum anyway. */
export function pushMetrics(from: CollectedFrom, target: OtlpTarget, log: Logger): MetricsPush {
  let isFailing = false;

  async function send(url: string): Promise<void> {
    const [{ JsonMetricsSerializer, ProtobufMetricsSerializer }, metrics] = await Promise.all([
      import('@opentelemetry/otlp-transformer'),
      collectMetrics(from),
    ]);
    const { isBinary, headers, egress } = target;
    const body = (isBinary ? ProtobufMetricsSerializer : JsonMetricsSerializer).serializeRequest(metrics);
    if (!body) return;
    const type = isBinary ? 'application/x-protobuf' : 'application/json';
    const response = await egress.fetch(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: new Uint8Array(body),
        redirect: 'manual',
      },
      { timeoutMs, maxBytes: mostAnswerBytes },
    );
    await response.body?.cancel().catch(() => {});
    if (!response.ok) throw new Error(`The collector answered ${response.status}.`);
  }

  async function push(): Promise<void> {
    if (target.metricsUrl === undefined) return;
    try {
      await send(target.metricsUrl);
      isFailing = false;
    } catch (error) {
      // Once for each time that it stops working, not once a minute.
      if (!isFailing) log.warn({ err: error }, 'metrics could not be sent');
      isFailing = true;
    }
  }

  const timer = setInterval(() => void push(), everyMs).unref();
  return { push, stop: () => clearInterval(timer) };
}
