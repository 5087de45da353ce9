import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Retell } from 'retell-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { createEgress } from '../../../platform/egress/egress.ts';
import { createJobQueue, type JobQueue } from '../../../platform/jobs/job-queue.ts';
import { createVault } from '../../../platform/secrets/vault.ts';
import { databases, type EmptyDatabase } from '../../../testing/databases.ts';
import { makeMigratedDatabase } from '../../../testing/migrated-database.ts';
import { openReceiver, playStatuses, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { createVoiceWebhooks, type VoiceWebhooks } from './voice-webhooks.ts';

const scope = { workspaceId: 'w1' };
const vault = createVault(Buffer.alloc(32, 7));
const log = pino({ level: 'silent' });
const agentId = 'agent_1';
const quick = [10, 10, 10, 10, 10, 10, 10];
const allEvents = ['call_started', 'call_ended', 'call_analyzed'] as const;

describe.each(databases)('webhooks on %s', { timeout: 60_000 }, (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  let receiver: WebhookReceiver;
  let other: WebhookReceiver;
  let instances: JobQueue[] = [];

  beforeEach(async () => {
    empty = await makeMigratedDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
    [receiver, other] = await Promise.all([openReceiver(), openReceiver()]);
  });
  afterEach(async () => {
    receiver.close();
    other.close();
    await close();
    await db.destroy();
    await empty.remove();
  });

  interface House {
    timeoutMs?: number;
    delaysMs?: readonly number[];
    egressAllow?: string[];
  }

  /** A process that sends what waits. */
  async function open({ egressAllow, ...rest }: House = {}): Promise<VoiceWebhooks> {
    const egress = createEgress({ egressAllow: egressAllow ?? [receiver.host, other.host] });
    const [requireAgent, requireFlow] = [async () => {}, async () => {}];
    const ownerId = randomUUID();
    const jobs = createJobQueue({ db, log, databaseUrl: empty.databaseUrl, ownerId, retryMs: 10 });
    const at = { host: 'here', pid: 1, place: null, version: '1', startedAt: 1, beatAt: 1 };
    await db
      .insertInto('process')
      .values({ ...at, id: ownerId })
      .execute();
    const publicUrl = 'https://tendril.example';
    const owners = { requireAgent, requireFlow, publicUrl };
    const webhooks = createVoiceWebhooks({
      ...{ db, vault, egress, jobs, timeoutMs: 60_000, delaysMs: quick },
      ...owners,
      ...rest,
    });
    instances.push(jobs);
    await jobs.start();
    return webhooks;
  }
  /** Ends the processes that were opened, as a kill does: others find their rows gone. */
  async function die(): Promise<void> {
    await db.deleteFrom('process').execute();
    const dead = instances;
    instances = [];
    for (const instance of dead) instance.abandon();
    // One that lives on would go on with what it has abandoned.
    await Promise.all(dead.map((instance) => instance.close()));
  }
  const close = async () => {
    await Promise.all(instances.map((instance) => instance.close()));
    instances = [];
  };

  async function emit(
    webhooks: VoiceWebhooks,
    event: (typeof allEvents)[number],
    callId: string = randomUUID(),
    webhookUrl = `${receiver.url}/hook`,
  ): Promise<void> {
    const target = { webhookUrl, webhookEvents: [...allEvents] };
    const payload = { call_id: callId, note: 'Grüße' };
    await db
      .transaction()
      .execute((trx) => webhooks.enqueue(trx, scope, { agentId, event, callId, payload, target }));
    webhooks.poke();
  }

  const first = async (webhooks: VoiceWebhooks) => (await webhooks.list(scope, agentId))[0];
  const states = async (webhooks: VoiceWebhooks) =>
    (await webhooks.list(scope, agentId)).map(({ state }) => state);
  const ids = () => receiver.received.map(({ headers }) => headers['x-tendril-delivery']);
  const emitted = () => receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event);

  it('SP-79: are signed so that Retell’s own client accepts them, and nothing that was changed', async () => {
    const webhooks = await open();
    const { secret } = await webhooks.renewSecret(scope, agentId);
    await emit(webhooks, 'call_started', 'call_1');
    await expect.poll(() => states(webhooks)).toEqual(['delivered']);
    const { body = '', headers = {} } = receiver.received[0] ?? {};
    expect(JSON.parse(body)).toEqual({ event: 'call_started', call: { call_id: 'call_1', note: 'Grüße' } });
    const signature = String(headers['x-retell-signature']);
    expect(signature).toMatch(/^v=\d{13},d=[0-9a-f]{64}$/);
    expect(headers['x-tendril-signature']).toBe(signature);
    expect(await Retell.verify(body, secret, signature)).toBe(true);
    expect(await Retell.verify(body.replace('call_1', 'call_2'), secret, signature)).toBe(false);
    expect(await Retell.verify(body, `${secret}x`, signature)).toBe(false);
  });

  it('ATK-067: are signed by a secret of their own where two workspaces chose one id', async () => {
    const webhooks = await open();
    const elsewhere = { workspaceId: 'w2' };
    const [mine, theirs] = [
      await webhooks.renewSecret(scope, agentId),
      await webhooks.renewSecret(elsewhere, agentId),
    ];
    expect(theirs.secret).not.toBe(mine.secret);
    expect((await webhooks.secretHint(scope, agentId)).hint).toBe(mine.hint);
    await emit(webhooks, 'call_started');
    await expect.poll(() => states(webhooks)).toEqual(['delivered']);
    const { body = '', headers = {} } = receiver.received[0] ?? {};
    expect(await Retell.verify(body, mine.secret, String(headers['x-retell-signature']))).toBe(true);
  });

  it('ATK-166: are signed with the new secret as soon as it is renewed, an attempt that is repeated too', async () => {
    const webhooks = await open({ delaysMs: [60_000] });
    await webhooks.renewSecret(scope, agentId);
    receiver.play = playStatuses(500, 204);
    await emit(webhooks, 'call_started');
    await expect.poll(async () => (await first(webhooks))?.attempts).toBe(1);
    const { secret } = await webhooks.renewSecret(scope, agentId);
    const { id = '' } = (await first(webhooks)) ?? {};
    await webhooks.resend(scope, agentId, id);
    await expect.poll(() => states(webhooks)).toEqual(['delivered']);
    const [before, after] = receiver.received.map(({ body, headers }) =>
      Retell.verify(body, secret, String(headers['x-retell-signature'])),
    );
    expect([await before, await after]).toEqual([false, true]);
  });

  it('P-10: are sent again until they are taken, under one id and to the letter the same', async () => {
    const webhooks = await open();
    receiver.play = playStatuses(500, 503, 200);
    await emit(webhooks, 'call_ended');
    await expect.poll(() => states(webhooks)).toEqual(['delivered']);
    expect(await first(webhooks)).toMatchObject({
      attempts: 3,
      lastStatus: 200,
      lastError: null,
      nextAt: null,
    });
    expect(new Set(ids()).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(ids()[0]).toBe((await first(webhooks))?.id);
  });

  it('F-14: count silence and a broken connection as failures, and say so', async () => {
    const hurried = await open({ timeoutMs: 150, delaysMs: [60_000] });
    receiver.play = () => {};
    await emit(hurried, 'call_started');
    await expect.poll(async () => (await first(hurried))?.lastError).toBe('no answer within 0.15 s');
    expect(await first(hurried)).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: null });
    await close();
    const patient = await open({ delaysMs: [60_000] });
    receiver.play = (_received, response) => void response.destroy();
    await patient.resend(scope, agentId, (await first(patient))?.id ?? '');
    await expect.poll(async () => (await first(patient))?.lastError).toMatch(/^could not be reached/);
  });

  it('ATK-166: follow no redirect', async () => {
    const webhooks = await open({ delaysMs: [60_000] });
    receiver.play = (_received, response) =>
      void response.writeHead(301, { location: `${other.url}/elsewhere` }).end();
    await emit(webhooks, 'call_started');
    await expect.poll(async () => (await first(webhooks))?.lastStatus).toBe(301);
    expect((await first(webhooks))?.lastError).toContain('redirects are not followed');
    expect(other.received).toEqual([]);
  });

  it('reach a receiver four at a time of two processes together, and all in the end', async () => {
    const here = await open();
    // The embedded database has one process.
    const there = kind === 'postgres' ? await open() : here;
    let [atOnce, most] = [0, 0];
    receiver.play = (_received, response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.writeHead(204).end();
      }, 40);
    };
    await Promise.all(
      Array.from({ length: 24 }, (_, at) => emit(at % 2 ? here : there, 'call_started', `call_${at}`)),
    );
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(24);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('know in every process that a receiver fails, until it answers again', async () => {
    const webhooks = await open();
    receiver.play = playStatuses(500);
    const ailing = () => db.selectFrom('ailing_receiver').select('origin').execute();
    await emit(webhooks, 'call_started');
    await expect.poll(() => states(webhooks)).toEqual(['failed']);
    expect(await ailing()).toEqual([{ origin: new URL(receiver.url).origin }]);
    receiver.play = playStatuses(204);
    await emit(webhooks, 'call_ended');
    await expect.poll(() => states(webhooks)).toEqual(['delivered', 'failed']);
    expect(await ailing()).toEqual([]);
  });

  it('ATK-166: are given up at once when the receiver answers 410, with the reason', async () => {
    const webhooks = await open();
    receiver.play = playStatuses(410);
    await emit(webhooks, 'call_started');
    await expect.poll(() => states(webhooks)).toEqual(['failed']);
    expect(await first(webhooks)).toMatchObject({ attempts: 1, lastStatus: 410 });
    expect((await first(webhooks))?.lastError).toContain('wants no more');
    await emit(webhooks, 'call_ended');
    await expect.poll(() => receiver.received.length).toBe(2);
  });

  it('ATK-166: never go to a private address', async () => {
    const webhooks = await open({ egressAllow: [] });
    await emit(webhooks, 'call_started');
    await expect.poll(() => states(webhooks)).toEqual(['failed']);
    expect((await first(webhooks))?.lastError).toBe('this address may not be reached from here');
    expect(receiver.received).toEqual([]);
  });

  it('P-10: are listed as failed after eight attempts, and can be sent again', async () => {
    const webhooks = await open();
    receiver.play = playStatuses(500);
    await emit(webhooks, 'call_started');
    await expect.poll(() => states(webhooks)).toEqual(['failed']);
    expect((await first(webhooks))?.attempts).toBe(8);
    expect(receiver.received).toHaveLength(8);
    receiver.play = playStatuses(204);
    const resent = await webhooks.resend(scope, agentId, (await first(webhooks))?.id ?? '');
    expect(resent).toMatchObject({ state: 'waiting' });
    await expect.poll(() => states(webhooks)).toEqual(['delivered']);
    expect(new Set(ids()).size).toBe(1);
  });

  it('F-14: of one call arrive in their order, each once the one before was tried', async () => {
    const webhooks = await open({ delaysMs: [60_000] });
    const opened = Promise.withResolvers<void>();
    receiver.play = async (_received, response) => {
      await opened.promise;
      response.writeHead(500).end();
    };
    for (const event of allEvents) await emit(webhooks, event, 'call_1');
    await emit(webhooks, 'call_started', 'call_2');
    await expect.poll(emitted).toEqual(['call_started', 'call_started']);
    opened.resolve();
    await expect.poll(() => receiver.received.length).toBe(4);
    const ofCall = receiver.received.filter(({ body }) => body.includes('call_1'));
    expect(ofCall.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toEqual([...allEvents]);
  });

  it('F-14: to one receiver that is dead do not delay those to another', async () => {
    const webhooks = await open();
    receiver.play = () => {};
    for (let number = 0; number < 40; number += 1) await emit(webhooks, 'call_started');
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    await emit(webhooks, 'call_started', 'call_good', `${other.url}/hook`);
    await expect.poll(() => other.received.length).toBe(1);
    // Those to the dead one are still under way: no response and no time-out has freed a slot.
    expect(
      (await webhooks.list(scope, agentId)).every(
        ({ attempts, callId }) => callId === 'call_good' || attempts === 0,
      ),
    ).toBe(true);
    expect(receiver.received.length).toBeLessThanOrEqual(4);
  });

  it('F-14: that a killed process was sending are sent by the next one, under the same id', async () => {
    receiver.play = () => {};
    const killed = await open();
    await emit(killed, 'call_ended');
    await expect.poll(() => receiver.received.length).toBe(1);
    receiver.play = playStatuses(204);
    await die();
    const next = await open();
    await expect.poll(() => states(next)).toEqual(['delivered']);
    expect(receiver.received).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
  });

  if (kind === 'postgres')
    it('F-14: are sent once by two processes that look at the same time', async () => {
      const [one, two] = [await open(), await open()];
      for (let number = 0; number < 12; number += 1) await emit(one, 'call_started');
      two.poke();
      await expect.poll(async () => new Set(await states(one))).toEqual(new Set(['delivered']));
      expect(new Set(ids()).size).toBe(12);
      expect(receiver.received).toHaveLength(12);
    });

  it('that wait without a job, as after a restore, are sent when a process starts', async () => {
    const webhooks = await open();
    receiver.play = playStatuses(204);
    await close();
    await emit(webhooks, 'call_started');
    await db.deleteFrom('job').execute();
    const next = await open();
    await expect.poll(() => states(next)).toEqual(['delivered']);
    expect(receiver.received).toHaveLength(1);
  });

  it('leave no job behind, and are asked for once however often they are sent again', async () => {
    const webhooks = await open({ delaysMs: [60_000] });
    receiver.play = playStatuses(500);
    await emit(webhooks, 'call_started');
    await expect.poll(async () => (await first(webhooks))?.attempts).toBe(1);
    const { id = '' } = (await first(webhooks)) ?? {};
    // The answer waits until everybody has asked: a delivery that has ended may be sent again.
    const asked = Promise.withResolvers<void>();
    receiver.play = (_received, response) =>
      void asked.promise.then(() => void response.writeHead(204).end());
    await Promise.all([1, 2, 3].map(() => webhooks.resend(scope, agentId, id)));
    asked.resolve();
    await expect.poll(() => states(webhooks)).toEqual(['delivered']);
    const left = () => db.selectFrom('job').select('id').where('kind', '=', 'webhook-delivery').execute();
    await expect.poll(left).toEqual([]);
    expect(receiver.received).toHaveLength(2);
  });

  it('are not sent when the change that they report was not written, and once however often it is', async () => {
    const webhooks = await open();
    const target = { webhookUrl: receiver.url, webhookEvents: [...allEvents] };
    const notice = { agentId, event: 'call_ended' as const, callId: 'call_1', payload: {}, target };
    const failing = db.transaction().execute(async (trx) => {
      await webhooks.enqueue(trx, scope, notice);
      throw new Error('the call could not be written');
    });
    await expect(failing).rejects.toThrow('could not be written');
    expect(await webhooks.list(scope, agentId)).toEqual([]);
    for (const _time of [1, 2]) await db.transaction().execute((trx) => webhooks.enqueue(trx, scope, notice));
    expect(await webhooks.list(scope, agentId)).toHaveLength(1);
  });

  it('SP-79: report only the chosen events, and nothing without an address', async () => {
    const webhooks = await open();
    const say = (webhookUrl: string, webhookEvents: (typeof allEvents)[number][]) =>
      db.transaction().execute((trx) =>
        webhooks.enqueue(trx, scope, {
          agentId,
          event: 'call_started',
          callId: randomUUID(),
          payload: {},
          target: { webhookUrl, webhookEvents },
        }),
      );
    await say('', [...allEvents]);
    await say(receiver.url, ['call_ended']);
    await say(receiver.url, []);
    expect(await webhooks.list(scope, agentId)).toEqual([]);
  });
});
