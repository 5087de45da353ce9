import type { ChatMessage } from '@tendril/contract/api/chat-messages';
import type { LoggedEvent } from '@tendril/contract/run-event';
import type { ApiClient } from '../e2e/api-client.ts';
import type { EffectFlow } from './effect-flows.ts';

interface StoredRun {
  readonly id: string;
  readonly status: string;
  readonly question: string;
}

const pageSize = 100;
const messagePageSize = 500;

/** Whether a run of a flow is in progress. */
export async function isRunning(client: ApiClient, flowId: string): Promise<boolean> {
  const { data } = await client.call<{ data: StoredRun[] }>('GET', `flows/${flowId}/runs?status=running`);
  return data.length > 0;
}

/** Every run of a flow. */
export async function runsOf(client: ApiClient, flowId: string): Promise<StoredRun[]> {
  const all: StoredRun[] = [];
  for (let page = 1; ; page += 1) {
    const path = `flows/${flowId}/runs?limit=${pageSize}&page=${page}`;
    const { data } = await client.call<{ data: StoredRun[] }>('GET', path);
    all.push(...data);
    if (data.length < pageSize) return all;
  }
}

/** What is wrong with a run that has ended: of its steps, its effects, its end and its messages. */
async function faultsOfRun(
  client: ApiClient,
  { nodeIds }: EffectFlow,
  { id, status, question }: StoredRun,
  times: ReadonlyMap<string, readonly number[]>,
  messages: readonly ChatMessage[],
): Promise<string[]> {
  const faults: string[] = [];
  if (status !== 'done') faults.push(`ended as ${status}`);
  const { events } = await client.call<{ events: LoggedEvent[] }>('GET', `runs/${id}`);
  const ends = (nodeId: string) =>
    events.filter((event) => event.type === 'node-end' && event.nodeId === nodeId);
  for (const [step, nodeId] of nodeIds.entries()) {
    const [end, ...more] = ends(nodeId);
    const effects = times.get(`${question} ${step}`) ?? [];
    if (!end || more.length > 0) faults.push(`step ${step} has ended ${end ? more.length + 1 : 0} times`);
    if (effects.length === 0) faults.push(`step ${step} had no effect`);
    // A step in flight may be made again, one that has ended may not.
    if (end && effects.some((at) => at > end.at)) faults.push(`step ${step} was repeated after its end`);
  }
  const runEnds = events.filter(({ type }) => type === 'run-end');
  if (runEnds.length !== 1) faults.push(`it has ${runEnds.length} ends`);
  const asked = nodeIds.length === 0 ? (times.get(question) ?? []) : [];
  if (asked.some((at) => at > (runEnds[0]?.at ?? 0))) faults.push('its model was asked after its end');
  const own = messages.map(({ role }) => role);
  if (own.join() !== 'userMessage,apiMessage') faults.push(`its messages are ${own.join() || 'gone'}`);
  return faults.map((fault) => `${question} (${id}): ${fault}`);
}

/** The messages of each run of a flow, the oldest first. */
async function messagesOf(client: ApiClient, flowId: string): Promise<Map<string, ChatMessage[]>> {
  const all: ChatMessage[] = [];
  for (let page = 1; ; page += 1) {
    const path = `internal-chatmessage/${flowId}?limit=${messagePageSize}&page=${page}&order=DESC`;
    const found = await client.call<ChatMessage[]>('GET', path);
    all.push(...found);
    if (found.length < messagePageSize) return Map.groupBy(all.toReversed(), ({ runId }) => runId ?? '');
  }
}

/** What is wrong with the runs of a flow that `isNew`. */
export async function findFaults(
  client: ApiClient,
  flow: EffectFlow,
  times: ReadonlyMap<string, readonly number[]>,
  isNew: (run: StoredRun) => boolean,
): Promise<string[]> {
  const messages = await messagesOf(client, flow.id);
  const faults: string[] = [];
  for (const run of await runsOf(client, flow.id))
    if (isNew(run)) faults.push(...(await faultsOfRun(client, flow, run, times, messages.get(run.id) ?? [])));
  return faults;
}
