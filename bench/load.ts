import { percentile } from './percentile.ts';
import { RawConnection } from './raw-connection.ts';

export interface LoadOptions {
  url: string;
  headers: Record<string, string>;
  body: string;
  connections: number;
  durationMs: number;
}

export interface LoadFigures {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** The median time to the first byte of a body with text. */
  firstByteP50: number;
  /** The same, of the slowest but one in twenty. */
  firstByteP95: number;
  failures: number;
  /** What asking took of the processor, for each request: it shares the machine with what it measures. */
  processorMs: number;
}

/** Keeps `connections` requests in flight for a while, each followed by the next (closed loop). */
export async function load(options: LoadOptions): Promise<LoadFigures> {
  const { url, headers, body } = options;
  const times: number[] = [];
  const firsts: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  const worker = async () => {
    const connection = new RawConnection(new URL(url), headers, body);
    while (performance.now() - startedAt < options.durationMs) {
      const result = await connection.ask();
      if (!result.isOk) failures += 1;
      times.push(result.ms);
      if (!Number.isNaN(result.firstMs)) firsts.push(result.firstMs);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(usedBefore);
  times.sort((left, right) => left - right);
  firsts.sort((left, right) => left - right);
  return {
    perSecond: (times.length / elapsedMs) * 1000,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    firstByteP50: percentile(firsts, 0.5),
    firstByteP95: percentile(firsts, 0.95),
    failures,
    processorMs: (user + system) / 1000 / times.length,
  };
}

// Run as a separate process, so that generating the load takes no time from the measuring process.
if (process.send) {
  process.once('message', async (options: LoadOptions) => {
    process.send?.(await load(options));
    process.disconnect();
  });
}
