import pg from 'pg';
import { ApiClient } from '../../e2e/api-client.ts';
import { startServer } from '../../e2e/local-server.ts';
import { startRedis } from '../../tools/databases/start-redis.ts';
import { startPostgres } from '../../tools/postgres.ts';
import { FaultLoad } from './fault-load.ts';
import type { FaultReport } from './fault-report.ts';
import { LineGate } from './line-gate.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const name = 'PostgreSQL and Redis cut, frozen and gone';

/** Cuts, freezes and takes away PostgreSQL under load, and Redis beside it. */
export async function runDatabases(heldMs = 4000): Promise<FaultReport> {
  const postgres = await startPostgres();
  const redis = await startRedis().catch(() => undefined);
  const base = new URL(postgres.url);
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('create database faults');
  await admin.end();
  base.pathname = '/faults';
  const gate = await new LineGate(base.href).open();
  const redisGate = redis?.url === undefined ? undefined : await new LineGate(redis.url).open();
  const faults: string[] = [];
  const figures: string[] = [];
  const server = await startServer({
    environment: { DATABASE_URL: gate.url, ...(redisGate && { REDIS_URL: redisGate.url }) },
    patienceMs: 120_000,
  });
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const troubles: [string, () => unknown, () => unknown][] = [
      ['PostgreSQL is cut', () => gate.cut(), () => {}],
      ['PostgreSQL is gone', () => gate.shut(), () => gate.open()],
      ['PostgreSQL stands still', () => gate.freeze(), () => gate.cut()],
    ];
    if (redisGate) {
      troubles.push(['Redis is cut', () => redisGate.cut(), () => {}]);
      troubles.push(['Redis is gone', () => redisGate.shut(), () => redisGate.open()]);
    } else figures.push('no Redis on this machine');
    for (const [trouble, begin, end] of troubles) {
      const load = await FaultLoad.make(client);
      load.start(4);
      await pause(1500);
      await begin();
      await pause(heldMs);
      await end();
      if (!(await load.recovers(10_000)))
        faults.push(`${trouble}: no question is answered 10 s after the end`);
      await load.stop();
      faults.push(...(await load.faults()).map((fault) => `${trouble}: ${fault}`));
      figures.push(`${trouble}: ${load.figures}`);
    }
    if (server.process.exitCode !== null) faults.push(`the server ended with ${server.process.exitCode}`);
  } finally {
    await server.remove();
    await gate.shut();
    await redisGate?.shut();
    await redis?.stop();
    await postgres.stop();
  }
  return { name, faults, figures: figures.join('; ') };
}
