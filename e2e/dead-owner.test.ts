import { followRun, startRun, stopRun } from '@tendril/contract/api/runs';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEffectFlows } from '../campaign/effect-flows.ts';
import { type Effects, startEffects } from '../campaign/effects.ts';
import { ApiClient } from './api-client.ts';
import { type AskedAnswer, makeAskingFlow } from './asking-flow.ts';
import { type ServerCluster, startCluster } from './server-cluster.ts';

let effects: Effects;
let cluster: ServerCluster | undefined;
let flowId: string;

beforeAll(async () => {
  effects = await startEffects(1500);
  cluster = await startCluster({ processes: 2, environment: { EGRESS_ALLOW: `127.0.0.1:${effects.port}` } });
  if (!cluster) return;
  const client = await new ApiClient(cluster.url).registerOwner();
  const [, steps] = await makeEffectFlows(client, effects.port);
  flowId = steps?.id ?? '';
}, 180_000);
afterAll(async () => {
  await cluster?.close();
  effects?.close();
});

const clientOf = (place: ServerCluster, index: number) =>
  new ApiClient(place.servers[index]?.url ?? '').signIn();

/** Collects the events of a stream as they come; `done` resolves when it has ended in any way. */
function collect(response: Response) {
  const events: LoggedEvent[] = [];
  const read = async () => {
    let rest = '';
    for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const frames = (rest + part).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames)
        if (frame.startsWith('id: ')) events.push(JSON.parse(frame.slice(frame.indexOf('data: ') + 6)));
    }
  };
  return { events, done: read().catch(() => undefined) };
}

/** A run of the first process in its second step, followed at the second. */
async function begin(place: ServerCluster, question: string) {
  const [first, second] = [await clientOf(place, 0), await clientOf(place, 1)];
  const body = { question, chatId: `chat ${question}`, version: 'live', source: 'chat' };
  const asked = collect(await first.send('POST', startRun.path.replace(':id', flowId), body));
  await expect.poll(() => effects.times.has(`${question} 1`), { timeout: 30_000 }).toBe(true);
  const id = asked.events[0]?.runId ?? '';
  const followed = collect(await second.send('GET', followRun.path.replace(':id', id)));
  await expect.poll(() => followed.events.length).toBeGreaterThan(0);
  return { id, second, followed };
}

const typesOf = (events: readonly LoggedEvent[], type: LoggedEvent['type']) =>
  events.filter((event) => event.type === type);

it('a run whose process is killed is seen to its end by who follows it at another, and repeats no completed step', {
  timeout: 180_000,
}, async ({ skip }) => {
  if (!cluster) return skip('HAProxy is not on this machine');
  const { followed } = await begin(cluster, 'followed');
  await cluster.restart(0, 'SIGKILL');
  await followed.done;
  expect(typesOf(followed.events, 'run-resume')).toHaveLength(1);
  expect(typesOf(followed.events, 'run-end')).toMatchObject([{ status: 'done' }]);
  const seqs = followed.events.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  expect(effects.times.get('followed 0')).toHaveLength(1);
});

it('a run whose process was just killed is stopped at another', { timeout: 180_000 }, async ({ skip }) => {
  if (!cluster) return skip('HAProxy is not on this machine');
  const { id, second, followed } = await begin(cluster, 'stopped');
  const [stopped] = await Promise.all([
    second.send('POST', stopRun.path.replace(':id', id)),
    cluster.restart(0, 'SIGKILL'),
  ]);
  await followed.done;
  expect(typesOf(followed.events, 'run-end')).toMatchObject([{ status: 'cancelled' }]);
  expect([stopped.status, await stopped.json()]).toEqual([200, { status: 'cancelled' }]);
  expect(effects.times.has('stopped 4')).toBe(false);
});

it('a run that waits for a person is decided at another process when the one that asked is gone', {
  timeout: 180_000,
}, async ({ skip }) => {
  if (!cluster) return skip('HAProxy is not on this machine');
  const [first, second] = [await clientOf(cluster, 0), await clientOf(cluster, 1)];
  const path = `prediction/${await makeAskingFlow(first)}`;
  const asked = await first.call<AskedAnswer>('POST', path, { chatId: 'asks', question: 'What is 6 * 7?' });
  expect(asked.action?.mapping.approve).toBe('Yes');
  await cluster.servers[0]?.stop('SIGKILL');
  const decision = { chatId: 'asks', question: 'Yes', action: asked.action };
  try {
    const answer = await second.call<AskedAnswer>('POST', path, decision);
    expect(answer.usedTools?.map(({ tool }) => tool)).toEqual(['calculator']);
    expect(answer.text).toContain('42');
    expect((await second.send('POST', path, decision)).status).toBe(409);
  } finally {
    await cluster.restart(0);
  }
  // People who come back find it decided.
  const back = await clientOf(cluster, 0);
  const { run } = await back.call<{ run: { status: string } }>('GET', `runs/${asked.runId}`);
  expect(run.status).toBe('done');
  expect((await back.send('POST', path, decision)).status).toBe(409);
});
