import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCallProcesses } from '../../../platform/processes/call-processes.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { storedBatch, storedContact } from '../../../testing/stored-batches.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import type { RoundParts } from './batch-round.ts';
import { ledTries } from './led-tries.ts';

describe.each(databases)('a try of a batch that is led to another process, on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let placed: string[];
  const callId = '0b2c1f0e-7a55-4a31-9f0e-1c62a2a3d001';

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const scope = () => ({ workspaceId: user.caller.workspaceId });
  const led = () => ({ ...scope(), leader: 'worker' });
  const batch = () => storedBatch(scope(), 'led', { state: 'running', endedAt: null });
  const contact = () =>
    storedContact(scope(), 'led', 0, {
      ...{ state: 'calling', callId, ownerId: 'worker', attempts: 1, tries: JSON.stringify([callId]) },
    });

  beforeEach(async () => {
    const { db } = app.infrastructure;
    placed = [];
    for (const table of ['batch_contact', 'batch_call'] as const) await db.deleteFrom(table).execute();
    await db.deleteFrom('process').where('id', '=', 'carrier').execute();
    await db.insertInto('batch_call').values(batch()).execute();
    await db.insertInto('batch_contact').values(contact()).execute();
  });

  /** The tries of one process; what it places is noted. `ask`: what becomes of its requests to others. */
  function triesOf(id: string, ask: () => Promise<unknown> = () => Promise.reject(new Error('refused'))) {
    const { db, load } = app.infrastructure;
    const config = { roles: id === 'worker' ? (['work'] as const) : (['web'] as const) };
    const callProcesses = createCallProcesses({ config, db, processes: { id } });
    return ledTries({
      ...{ db, load, callProcesses, processes: { id }, peers: { ask } },
      calls: { places: { expect: () => () => {} } },
      outbound: {
        canPlaceHere: async () => true,
        place: async (_: unknown, { id }: { id: string }) => placed.push(id),
      },
    } as unknown as RoundParts);
  }

  const row = () =>
    app.infrastructure.db
      .selectFrom('batch_contact')
      .select(['state', 'ownerId', 'attempts', 'callId'])
      .executeTakeFirstOrThrow();

  async function addCarrier(): Promise<void> {
    const now = Date.now();
    await app.infrastructure.db
      .insertInto('process')
      .values({
        ...{ id: 'carrier', state: 'up', address: 'http://127.0.0.1:9', roles: 'web', load: 0 },
        ...{ host: 'h', version: '1', startedAt: now, beatAt: now, pid: 1 },
      } as never)
      .execute();
  }

  it('is another workspace’s to nobody, and not made for a call that nobody tries', async () => {
    const { workspaceId } = await makeKey(app);
    expect(await triesOf('carrier').take({ ...led(), workspaceId }, callId)).toEqual({});
    expect(await triesOf('carrier').take(led(), 'made up')).toEqual({});
    expect([placed, (await row()).ownerId]).toEqual([[], 'worker']);
  });

  it('is made once, though it is led to two processes at the same moment', async () => {
    const ends = await Promise.all(['a', 'b'].map((id) => triesOf(id).take(led(), callId)));
    expect(placed).toEqual([callId]);
    expect(ends.filter(({ end }) => end === 'placed')).toHaveLength(1);
  });

  it('is not made again by a process that is asked late, when another one has made it', async () => {
    expect(await triesOf('a').take(led(), callId)).toEqual({ end: 'placed' });
    expect(await triesOf('b').take(led(), callId)).toEqual({});
    expect([placed, (await row()).ownerId]).toEqual([[callId], 'a']);
  });

  it('is not made again where the answer of who took it was lost', async () => {
    await addCarrier();
    const lost = async () => {
      await triesOf('carrier').take(led(), callId);
      throw new Error('The connection was lost.');
    };
    expect(await triesOf('worker', lost).lead(batch(), contact())).toBe('placed');
    expect([placed, (await row()).ownerId]).toEqual([[callId], 'carrier']);
  });

  it('is taken back and made later where nobody who carries calls answers', async () => {
    await addCarrier();
    expect(await triesOf('worker').lead(batch(), contact())).toBe('no-room');
    expect([placed, await row()]).toEqual([
      [],
      { state: 'pending', ownerId: null, attempts: 0, callId: null },
    ]);
  });
});
