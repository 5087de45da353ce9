import { Agent, request as send } from 'node:http';

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
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One request: time to the first token (or byte) and to the end. */
function once(options: LoadOptions, agent: Agent): Promise<{ ms: number; firstMs: number; isOk: boolean }> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let firstMs = Number.NaN;
    const outgoing = send(
      options.url,
      {
        method: 'POST',
        agent,
        headers: { ...options.headers, 'content-length': Buffer.byteLength(options.body) },
      },
      (response) => {
        response.on('data', (part: Buffer) => {
          if (Number.isNaN(firstMs) && (part.includes('word0') || part.includes('"token"')))
            firstMs = performance.now() - startedAt;
        });
        response.on('end', () =>
          resolve({ ms: performance.now() - startedAt, firstMs, isOk: response.statusCode === 200 }),
        );
      },
    );
    outgoing.on('error', () => resolve({ ms: performance.now() - startedAt, firstMs, isOk: false }));
    outgoing.end(options.body);
  });
}

/** Keeps `connections` requests in flight for a while, each followed by the next (closed loop). */
export async function load(options: LoadOptions): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const times: number[] = [];
  const firsts: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() - startedAt < options.durationMs) {
      const result = await once(options, agent);
      if (!result.isOk) failures += 1;
      times.push(result.ms);
      if (!Number.isNaN(result.firstMs)) firsts.push(result.firstMs);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
  const elapsedMs = performance.now() - startedAt;
  agent.destroy();
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
  };
}

// Run as a separate process, so that generating the load takes no time from the measuring process.
if (process.send) {
  process.once('message', async (options: LoadOptions) => {
    process.send?.(await load(options));
    process.disconnect();
  });
}
