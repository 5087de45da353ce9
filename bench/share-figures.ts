import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { corePrefix, publicPrefix } from '@tendril/contract/api/prefixes';
import { ApiClient, owner } from '../e2e/api-client.ts';
import { repositoryRoot } from '../tools/repository-root.ts';
import { type AskedFlow, startAskedFlow } from './asked-flow.ts';
import { loadInOwnProcess, startModelServer } from './processes.ts';
import { makeChatFlow, middle } from './server-figures.ts';
import { atMost, type Row } from './table.ts';

const run = promisify(execFile);
const tendril = join(repositoryRoot, 'packages/server/src/commands/tendril.ts');
const rounds = 7;
const roundMs = 1500;
/** Against the one of its neighbour. */
const floodConnections = 20;
/** What models take to the first word: of one that answers at once, everything is waiting for the server. */
const answerMs = [0, 100];

interface Workspace {
  client: ApiClient;
  id: string;
}

async function addWorkspace({ server }: AskedFlow): Promise<Workspace> {
  await run(process.execPath, [tendril, 'workspace', 'add', 'Neighbour', owner.email], {
    env: { PATH: process.env.PATH, TENDRIL_HOME: server.home },
  });
  const client = await new ApiClient(server.url).signIn();
  const { workspaces } = await client.call<{ workspaces: Workspace[] }>('GET', `${corePrefix}/auths/profile`);
  const id = workspaces.find((one) => 'name' in one && one.name === 'Neighbour')?.id ?? '';
  await client.call('POST', `${corePrefix}/auths/switch-workspace`, { workspaceId: id });
  return { client, id };
}

/** Asks a flow of another workspace of the same server. */
async function askFrom({ client }: Workspace, url: string, port: number) {
  const flowId = await makeChatFlow(client, port);
  const { apiKey } = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Bench' });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ question: 'Hey, how are you?' });
  return (connections: number, durationMs: number) =>
    loadInOwnProcess({
      url: `${url}${publicPrefix}/prediction/${flowId}`,
      headers,
      body,
      connections,
      durationMs,
    });
}

/** By how much a workspace at its share becomes slower while another asks twenty times as much, measured in turns. */
export async function measureShares(): Promise<Row[]> {
  const models = await Promise.all(answerMs.map((delayMs) => startModelServer(delayMs)));
  const environment = { EGRESS_ALLOW: models.map(({ port }) => `127.0.0.1:${port}`).join() };
  const [fast] = models;
  const asked = await startAskedFlow((client) => makeChatFlow(client, fast?.port ?? 0), { environment });
  const rows: Row[] = [];
  try {
    const neighbour = await addWorkspace(asked);
    await asked.ask(16, roundMs * 2);
    const alone = await asked.ask(floodConnections, roundMs);
    for (const [index, model] of models.entries()) {
      const ask = await askFrom(neighbour, asked.server.url, model.port);
      await ask(1, roundMs);
      const shares: { p50: number; p95: number; flood: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const calm = await ask(1, roundMs);
        const flooding = asked.ask(floodConnections, roundMs + 400);
        await new Promise((resolve) => setTimeout(resolve, 200));
        const busy = await ask(1, roundMs);
        const flood = (await flooding).perSecond / alone.perSecond;
        shares.push({ p50: busy.p50 / calm.p50, p95: busy.p95 / calm.p95, flood });
      }
      const name = `neighbour of a flood, its model answers in ${answerMs[index]} ms`;
      const p50 = middle(shares.map((one) => one.p50));
      const named = `${name}, p50 as a share of alone`;
      rows.push(
        // Of a model that answers at once, most is the wait for the processor, which the callers and models here use too.
        answerMs[index] === 0 ? { name: named, value: p50, unit: '' } : atMost(named, p50, '', 1.1),
        { name: `${name}, p95`, value: middle(shares.map((one) => one.p95)), unit: '' },
        {
          name: 'what the flood is served beside it',
          value: middle(shares.map((one) => one.flood)),
          unit: '',
        },
      );
    }
    return rows;
  } finally {
    await asked.server.remove();
    for (const model of models) model.stop();
  }
}
