import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { UsageCounters } from './usage-counters.ts';

const patienceMs = 2000;
/** How long others count while Redis is away, before it is tried again. */
const awayMs = 5000;

interface RedisCountersParts {
  url: string;
  /** A name that no other installation on the same Redis has. */
  installation: string;
  log: Logger;
  hide(key: string): string;
  /** Counts while Redis is away. */
  meanwhile: UsageCounters;
}

/** Counters in Redis; while it is away, those of `meanwhile`. */
export function redisCounters({
  url,
  installation,
  log,
  hide,
  meanwhile,
}: RedisCountersParts): UsageCounters {
  let client: Promise<Redis> | undefined;
  let awayUntil = 0;
  const nameOf = (key: string) => `tendril:usage:${installation}:${hide(key)}`;

  function lose(error: unknown): void {
    if (performance.now() >= awayUntil) log.warn({ err: error }, 'limits are counted without Redis for now');
    awayUntil = performance.now() + awayMs;
    client?.then((one) => one.disconnect()).catch(() => {});
    client = undefined;
  }

  async function ask<T>(inRedis: (client: Redis) => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (performance.now() < awayUntil) return otherwise();
    try {
      client ??= connect(url);
      return await inRedis(await client);
    } catch (error) {
      lose(error);
      return otherwise();
    }
  }

  return {
    isShared: true,
    add: (key, amount, windowMs) =>
      ask(
        async (redis) => {
          const name = nameOf(key);
          const [made, added, left] =
            (await redis.multi().set(name, 0, 'PX', windowMs, 'NX').incrby(name, amount).pttl(name).exec()) ??
            [];
          const failed = made?.[0] ?? added?.[0] ?? left?.[0];
          if (failed) throw failed;
          return { count: Number(added?.[1]), leftMs: Math.max(1, Number(left?.[1])) };
        },
        () => meanwhile.add(key, amount, windowMs),
      ),
    subtract: (key, amount) =>
      ask(
        async (redis) => {
          const name = nameOf(key);
          const present = Number(await redis.get(name));
          if (present > 0) await redis.decrby(name, Math.min(present, amount));
        },
        () => meanwhile.subtract(key, amount),
      ),
    clear: (key) =>
      ask(
        async (redis) => void (await redis.del(nameOf(key))),
        () => meanwhile.clear(key),
      ),
    async close() {
      (await client?.catch(() => undefined))?.disconnect();
      await meanwhile.close();
    },
  };
}

async function connect(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    protocol: 2,
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  // The next command reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}
