import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ApiClient } from '../../e2e/api-client.ts';
import { type LocalServer, startServer } from '../../e2e/local-server.ts';
import { canHaveStandby, type PrivatePostgres, startPostgres } from '../../tools/postgres.ts';
import { type EffectFlow, makeEffectFlows } from '../effect-flows.ts';
import { type Effects, startEffects } from '../effects.ts';
import { findFaults, isRunning } from '../find-faults.ts';
import { FaultLoad } from './fault-load.ts';
import type { FaultReport } from './fault-report.ts';
import { LineGate } from './line-gate.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const name = 'PostgreSQL lost, and its standby promoted';
/** Runs of steps that are under way when the primary is lost. */
const runsUnderWay = 12;
const stepMs = 400;
const patienceMs = 60_000;

async function query(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const results: pg.QueryResult[] = [];
  // Each by itself: a setting of the whole server cannot be made in a transaction.
  for (const statement of statements) results.push(await client.query(statement));
  await client.end();
  return results;
}

/** A primary whose commits wait for its standby. */
async function startPair(database: string): Promise<[PrivatePostgres, PrivatePostgres]> {
  const primary = await startPostgres();
  await query(primary.url, `create database ${database}`);
  const standby = await startPostgres({ primaryUrl: primary.url });
  await query(primary.url, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const [found] = await query(
      primary.url,
      `select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
    );
    if (found?.rowCount === 1) return [primary, standby];
    await pause(100);
  }
  throw new Error('The standby does not follow its primary.');
}

const inDatabase = (url: string, database: string) => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

async function untilEnded(client: ApiClient, flows: readonly EffectFlow[]): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const running = await Promise.all(flows.map(({ id }) => isRunning(client, id)));
    if (!running.includes(true)) return true;
    await pause(200);
  }
  return false;
}

/** Begins runs of every kind at both servers; most callers wait for their answers, whatever becomes of them. */
async function beginRuns(
  clients: readonly ApiClient[],
  flows: readonly EffectFlow[],
): Promise<Promise<unknown>> {
  const runs = Array.from({ length: runsUnderWay }, (_, run) => {
    const client = clients[run % clients.length];
    const flow = flows[run % flows.length];
    const body = { question: `promoted-${run}`, chatId: `chat promoted-${run}`, streaming: true };
    return client?.send('POST', `internal-prediction/${flow?.id}`, body).then((answer) => answer.text());
  });
  await pause(stepMs * 2);
  return Promise.allSettled(runs);
}

/** Loses the primary while both servers are asked, and judges what callers were answered and what is stored. */
async function promoteUnder(
  servers: readonly LocalServer[],
  effects: Effects,
  downMs: number,
  lose: () => Promise<void>,
  promote: () => Promise<void>,
): Promise<{ faults: string[]; figures: string[] }> {
  const faults: string[] = [];
  const figures: string[] = [];
  const [first, second] = servers as [LocalServer, LocalServer];
  const clients = [await new ApiClient(first.url).registerOwner(), await new ApiClient(second.url).signIn()];
  const flows = await makeEffectFlows(clients[0] as ApiClient, effects.port);
  const loads = await Promise.all(clients.map((client) => FaultLoad.make(client)));
  for (const load of loads) load.start(3);
  const answers = await beginRuns(clients, flows);
  const lostAt = Date.now();
  await lose();
  await pause(downMs);
  await promote();
  const promotedAt = Date.now();
  for (const [place, load] of loads.entries()) {
    if (!(await load.recovers(10_000)))
      faults.push(`server ${place + 1} answers no question 10 s after the promotion`);
    figures.push(
      `server ${place + 1} answers ${Date.now() - promotedAt} ms after the promotion, ${Date.now() - lostAt} ms after the loss`,
    );
  }
  await pause(2000);
  for (const load of loads) await load.stop();
  await answers;
  const [client] = clients as [ApiClient];
  if (!(await untilEnded(client, flows))) faults.push('runs that were under way did not end');
  for (const load of loads) {
    faults.push(...(await load.faults()));
    figures.push(load.figures);
  }
  for (const flow of flows) faults.push(...(await findFaults(client, flow, effects.times, () => true)));
  for (const { process } of servers)
    if (process.exitCode !== null) faults.push(`a server ended with ${process.exitCode}`);
  return { faults, figures };
}

/**
 * Two servers on a PostgreSQL with a synchronous standby. The primary is lost under load, and `downMs` later the standby
 * takes over under the name of the primary: nobody may miss an answer that was given, and runs under way go on.
 */
export async function runPromotion(downMs = 4000): Promise<FaultReport> {
  const database = 'promotion';
  if (!(await canHaveStandby()))
    return { name, faults: [], figures: '', skipped: 'this machine has no pg_basebackup' };
  const [primary, standby] = await startPair(database);
  const gate = await new LineGate(inDatabase(primary.url, database)).open();
  const effects = await startEffects(stepMs);
  const servers: LocalServer[] = [];
  try {
    const environment = {
      DATABASE_URL: gate.url,
      TENDRIL_SECRET_KEY: randomBytes(32).toString('base64'),
      EGRESS_ALLOW: `127.0.0.1:${effects.port}`,
    };
    // One after the other: the first creates the tables.
    for (let index = 0; index < 2; index += 1)
      servers.push(await startServer({ environment, patienceMs: 120_000 }));
    const lose = () => Promise.all([gate.shut(), primary.kill()]).then(() => {});
    const promote = async () => {
      await query(standby.url, 'select pg_promote()');
      gate.leadTo(inDatabase(standby.url, database));
      await gate.open();
    };
    const { faults, figures } = await promoteUnder(servers, effects, downMs, lose, promote);
    return { name, faults, figures: figures.join('; ') };
  } finally {
    for (const server of servers) await server.remove();
    effects.close();
    await gate.shut();
    await standby.stop();
    await primary.stop();
  }
}
