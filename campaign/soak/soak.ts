import { ApiClient } from '../../e2e/api-client.ts';
import { startServer } from '../../e2e/local-server.ts';
import { availableMb, heapFlags } from '../../tools/launch/heap-flags.mjs';
import { mallocEnvironment } from '../../tools/launch/malloc-environment.mjs';
import { FaultLoad } from '../faults/fault-load.ts';
import { seededRandom } from '../seeded-random.ts';
import { type SoakSample, takeSample } from './soak-sample.ts';
import { faultsOfSoak } from './soak-verdict.ts';

interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  log?(line: string): void;
}

interface SoakReport {
  readonly samples: readonly SoakSample[];
  readonly requests: number;
  readonly figures: string;
  readonly faults: readonly string[];
}

/** Tables that hold what people ask and do, and grow with that. */
const kept = new Set([
  'audit_entry',
  'chat_message',
  'conversation',
  'event',
  // Long prompts of runs, too.
  'file',
  'flow',
  'flow_version',
  // Each is known until its session ends, so that one that is used twice is noticed.
  'refresh_token',
  'run',
  'tool',
  'workspace_usage',
]);
const isKept = (table: string) => kept.has(table) || table.includes('search_');
const studio = '/api/agent-studio/v1';
const most = 200;
/** More often than a session ends. */
const renewMs = 240_000;

/** What people do beside asking, each leaving as much as it found. */
function createChores(client: ApiClient, random: () => number): () => Promise<void> {
  const chores: (() => Promise<unknown>)[] = [
    () => client.call('GET', 'flows?limit=20'),
    () => client.call('GET', 'search?q=load'),
    () => client.call('GET', `${studio}/nodes`),
    () => client.call('GET', 'executions?limit=20'),
    () => client.send('GET', 'flows/none'),
    () => client.send('POST', 'tools', { name: 1 }),
    () => client.send('POST', 'node-custom-function', { javascriptFunction: 'return 6 * 7;' }),
    async () => {
      const body = { name: 'A key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'k' } };
      const { id } = await client.call<{ id: string }>('POST', 'credentials', body);
      await client.call('DELETE', `credentials/${id}`);
    },
    async () => {
      const body = { name: 'Short-lived', type: 'CHATFLOW', flowData: { nodes: [], edges: [] } };
      const { id } = await client.call<{ id: string }>('POST', 'flows', body);
      await client.call('DELETE', `flows/${id}`);
    },
  ];
  return async () => {
    await chores[Math.floor(random() * chores.length)]?.();
  };
}

/** Uses a server as people do for a time, and judges whether anything grows that should not. */
export async function runSoak({ minutes, seed, log = () => {} }: SoakOptions): Promise<SoakReport> {
  const server = await startServer({
    environment: mallocEnvironment({}),
    nodeOptions: heapFlags(availableMb()),
    patienceMs: 120_000,
  });
  const samples: SoakSample[] = [];
  const errors = new Set<string>();
  let requests = 0;
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const load = await FaultLoad.make(client);
    const chore = createChores(client, seededRandom(seed));
    load.start(2);
    const renewing = setInterval(() => {
      client.renewSession().catch((error: unknown) => errors.add(String((error as Error).message)));
    }, renewMs);
    const beganAt = Date.now();
    const everyMs = Math.max(2000, Math.min(30_000, (minutes * 60_000) / 60));
    let lookAt = 0;
    while (Date.now() - beganAt < minutes * 60_000) {
      await chore().catch(
        (error: unknown) => errors.size < most && errors.add(String((error as Error).message)),
      );
      requests += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      const atMs = Date.now() - beganAt;
      if (atMs < lookAt) continue;
      lookAt = atMs + everyMs;
      const sample = await takeSample(server.process.pid ?? 0, server.home, atMs);
      samples.push(sample);
      log(
        `${Math.round(atMs / 1000)} s: ${sample.memoryMb.toFixed(0)} MB, ${sample.handles} handles, ${load.figures}`,
      );
    }
    clearInterval(renewing);
    await load.stop();
    const faults = [...errors, ...(await load.faults()), ...faultsOfSoak(samples, isKept)];
    if (server.process.exitCode !== null) faults.push(`the server ended with ${server.process.exitCode}`);
    return { samples, requests, figures: load.figures, faults };
  } finally {
    await server.remove();
  }
}
