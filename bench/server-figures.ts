import { readFile } from 'node:fs/promises';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { publicPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { ApiClient } from '../e2e/api-client.ts';
import { chatFlow, readTemplates } from '../e2e/chat-flow.ts';
import { type LocalServer, startServer } from '../e2e/local-server.ts';
import { startSlowModel } from '../e2e/slow-model.ts';
import { availableMb, heapFlags } from '../tools/launch/heap-flags.mjs';
import { mallocEnvironment } from '../tools/launch/malloc-environment.mjs';
import { startPostgres } from '../tools/postgres.ts';
import type { LoadFigures } from './load.ts';
import { percentile } from './percentile.ts';
import { loadInOwnProcess, type ModelServer, startModelServer } from './processes.ts';
import { atLeast, atMost, type Row } from './table.ts';

/** Options of Node with which the launcher starts the server. */
export const launchedWith = heapFlags(availableMb());
/** What of its environment the launcher adds. */
export const launchedIn = mallocEnvironment({});

/** Resident memory of a process in MB, as the kernel reports it. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** What all threads of a process have taken of the processor since its start, as the kernel reports it. */
export async function usedMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = Number.NaN, system = Number.NaN] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  // In hundredths of a second.
  return (user + system) * 10;
}

export const middle = (values: number[]) =>
  percentile(
    values.sort((left, right) => left - right),
    0.5,
  );

/** Starts on existing data, five times. */
export async function measureStart(server: LocalServer): Promise<Row[]> {
  const ready: number[] = [];
  let memory = Number.NaN;
  for (let round = 0; round < 5; round += 1) {
    const again = await startServer({
      home: server.home,
      environment: launchedIn,
      nodeOptions: launchedWith,
    });
    ready.push(again.readyMs);
    if (round === 4) {
      await new Promise((resolve) => setTimeout(resolve, 8000));
      memory = await residentMb(again.process.pid ?? 0);
    }
    await again.stop();
  }
  return [
    atMost('server spawned to ready', middle(ready), 'ms', 800),
    atMost('memory, idle', memory, 'MB', 130),
  ];
}

export async function makeChatFlow(client: ApiClient, port: number): Promise<string> {
  const template = await readTemplates(client);
  const credential = await client.call<{ id: string }>('POST', 'credentials', {
    name: 'Bench',
    credentialName: 'openAIApi',
    hosts: [`http://127.0.0.1:${port}`],
    plainDataObj: { openAIApiKey: 'sk-bench' },
  });
  const flowData = chatFlow(template, `http://127.0.0.1:${port}/v1`, credential.id);
  const flow = await client.call<FlowDetail>('POST', 'flows', { name: 'Bench', type: 'CHATFLOW', flowData });
  return flow.id;
}

type Ask = (connections: number, durationMs: number, streaming: boolean) => Promise<LoadFigures>;

const roundMs = 5000;

/** `leastPerSecond`: the goal at 16 connections. Processor time says more where others use the machine too. */
async function measureThroughput(
  ask: Ask,
  flow: string,
  leastPerSecond: number,
  pid: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  await ask(16, 3000, false);
  for (const connections of [1, 16, 64]) {
    const before = await usedMs(pid);
    const figures = await ask(connections, roundMs, false);
    const requests = (figures.perSecond * roundMs) / 1000;
    const serverMs = ((await usedMs(pid)) - before) / requests;
    const name = `${flow}, ${connections} connections`;
    const isHeld = connections === 16;
    rows.push(
      isHeld
        ? atLeast(name, figures.perSecond, 'requests/s', leastPerSecond)
        : { name, value: figures.perSecond, unit: 'requests/s' },
      isHeld
        ? atMost(`${name}, p50`, figures.p50, 'ms', 18)
        : { name: `${name}, p50`, value: figures.p50, unit: 'ms' },
      { name: `${name}, p95`, value: figures.p95, unit: 'ms' },
      { name: `${name}, p99`, value: figures.p99, unit: 'ms' },
      { name: `${name}, processor time of the server`, value: serverMs, unit: 'ms/request' },
      { name: `${name}, of the load`, value: figures.processorMs, unit: 'ms/request' },
      {
        name: `${name}, failures`,
        value: figures.failures,
        unit: '',
        goal: 'none',
        isMet: figures.failures === 0,
      },
    );
  }
  return rows;
}

/** Time to the first token through the server, minus the model server's own under the same number of connections. */
async function measureFirstToken(ask: Ask, model: ModelServer): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [connections, limit, slowLimit] of [
    [1, 3, 8],
    [16, 15, 20],
  ] as const) {
    const ours = await ask(connections, 3000, true);
    const own = await loadInOwnProcess({
      url: `http://127.0.0.1:${model.port}/v1/chat/completions`,
      headers: { 'content-type': 'application/json' },
      body: '{"stream":true}',
      connections,
      durationMs: 2000,
    });
    const added = ours.firstByteP50 - own.firstByteP50;
    const name = `first token added, ${connections} connections`;
    rows.push(atMost(name, added, 'ms', limit));
    rows.push(atMost(`${name}, p95`, ours.firstByteP95 - own.firstByteP95, 'ms', slowLimit));
  }
  return rows;
}

/** Figures of a prompt + model + memory flow, asked by API; questions and answers are durable. On both databases. */
export async function measureRequests(): Promise<Row[]> {
  const rows = await measureRequestsOn({}, true);
  const postgres = await startPostgres({ isDurable: true });
  try {
    return [...rows, ...(await measureRequestsOn({ DATABASE_URL: postgres.url }, false))];
  } finally {
    await postgres.stop();
  }
}

async function measureRequestsOn(database: Record<string, string>, isEmbedded: boolean): Promise<Row[]> {
  const model = await startModelServer(0);
  const server = await startServer({
    environment: { ...launchedIn, ...database, EGRESS_ALLOW: `127.0.0.1:${model.port}` },
    nodeOptions: launchedWith,
    patienceMs: 120_000,
  });
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const flowId = await makeChatFlow(client, model.port);
    const key = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Bench' });
    const headers = { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' };
    const url = `${server.url}${publicPrefix}/prediction/${flowId}`;
    const ask: Ask = (connections, durationMs, streaming) => {
      const body = JSON.stringify({ question: 'Hey, how are you?', streaming });
      return loadInOwnProcess({ url, headers, body, connections, durationMs });
    };
    const pid = server.process.pid ?? 0;
    if (!isEmbedded) return await measureThroughput(ask, 'chat flow on PostgreSQL', 1500, pid);
    const rows = [
      ...(await measureThroughput(ask, 'chat flow', 2000, pid)),
      ...(await measureFirstToken(ask, model)),
    ];
    const memory = await residentMb(pid);
    return [...rows, atMost('memory, after the load', memory, 'MB', 300)];
  } finally {
    model.stop();
    await server.remove();
  }
}

/** From the moment an API caller disconnects to the moment the model server sees its socket closed. */
export async function measureAbort(): Promise<Row[]> {
  const model = await startSlowModel(1000, 20);
  const server = await startServer({
    environment: { EGRESS_ALLOW: `127.0.0.1:${model.port}` },
    nodeOptions: launchedWith,
  });
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const flowId = await makeChatFlow(client, model.port);
    const times: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const leaving = new AbortController();
      const answer = client.send('POST', `prediction/${flowId}`, { question: 'x' }, {}, leaving.signal);
      const left = answer.catch(() => undefined);
      while (model.open() === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      const leftAt = performance.now();
      leaving.abort();
      await left;
      while (model.cutAt.length <= round) await new Promise((resolve) => setTimeout(resolve, 1));
      times.push((model.cutAt[round] ?? Number.NaN) - leftAt);
    }
    return [atMost("caller leaves to model's socket closed", middle(times), 'ms', 200)];
  } finally {
    await server.remove();
    await model.close();
  }
}

/** The list the interface asks for, with 10 and 1,000 flows. */
export async function measureLists(server: LocalServer): Promise<Row[]> {
  const client = await new ApiClient(server.url).signIn();
  const template = await readTemplates(client);
  const flowData = chatFlow(template, '', '');
  const rows: Row[] = [];
  let made = 0;
  for (const count of [10, 1000]) {
    for (; made < count; made += 1)
      await client.call('POST', 'flows', { name: `Flow ${made}`, type: 'CHATFLOW', flowData });
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < 60; round += 1) {
      const startedAt = performance.now();
      const answer = await (await client.send('GET', `${studioPrefix}/flows?type=CHATFLOW&limit=50`)).text();
      if (round >= 10) times.push(performance.now() - startedAt);
      bytes = answer.length;
    }
    rows.push(atMost(`list of ${count} flows`, middle(times), 'ms', 10), {
      name: `list of ${count} flows, size`,
      value: bytes / 1024,
      unit: 'KB',
    });
  }
  return rows;
}
