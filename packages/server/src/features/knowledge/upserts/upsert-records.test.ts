import { testContext } from '@tendril/catalogue/testing/run-context';
import { runNode } from '@tendril/catalogue/testing/run-node';
import { deleteFlow } from '@tendril/contract/api/flows';
import type { RecordManager } from '@tendril/contract/provider/record-manager';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { upsertRecordStore } from './upsert-records.store.ts';

describe.each(databases)('a record manager in the database of this installation, on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database, catalogue: gatedCatalogue().catalogue });
    user = await app.signIn();
  });
  afterAll(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const contextOf = (flowId: string, workspaceId = user.caller.workspaceId) => {
    const records = upsertRecordStore(app.infrastructure.db, { workspaceId, flowId });
    const context = testContext({ services: { records } });
    return { ...context, session: { ...context.session, flowId } };
  };
  const managerOf = (context: ReturnType<typeof contextOf>, given: Record<string, unknown> = {}) =>
    runNode<RecordManager>('SQLiteRecordManager', { namespace: 'shared', ...given }, context);
  const newFlow = async () => makeFlow(user, await gatedFlow(user));

  it('knows what was recorded, what is older than a time, and of which source', async () => {
    const context = contextOf(await newFlow());
    const manager = await managerOf(context, { cleanup: 'incremental', sourceIdKey: '' });
    expect(manager).toMatchObject({ cleanup: 'incremental', sourceIdKey: 'source' });
    vi.useFakeTimers({ toFake: ['Date'] });
    const long = `${'long '.repeat(1000)}.txt`;
    const many = Array.from({ length: 450 }, (_, index) => ({ key: `k${index}`, source: `s${index}` }));
    await manager.record([...many, { key: 'a', source: long }, { key: 'a', source: long }], context);
    vi.advanceTimersByTime(10);
    const later = await manager.now(context);
    await manager.record(many.slice(2), context);
    expect(await manager.known(['a', 'k449', 'x'], context)).toEqual(new Set(['a', 'k449']));
    expect((await manager.listBefore(later, undefined, context)).toSorted()).toEqual(['a', 'k0', 'k1']);
    expect(await manager.listBefore(later, [long, 's300'], context)).toEqual(['a']);
    expect(await manager.listBefore(later, [], context)).toEqual([]);
    await manager.forget(['a', ...many.map(({ key }) => key)], context);
    expect(await manager.known(['a', 'k7'], context)).toEqual(new Set());
    vi.useRealTimers();
  });

  it('is shared by flows of a workspace under a namespace, and by nobody else', async () => {
    const [one, two] = [await newFlow(), await newFlow()];
    const first = contextOf(one);
    await (await managerOf(first)).record([{ key: 'a', source: 's' }], first);
    const known = async (context: ReturnType<typeof contextOf>, given = {}) =>
      (await (await managerOf(context, given)).known(['a'], context)).size;
    expect(await known(contextOf(two))).toBe(1);
    expect(await known(contextOf(two), { namespace: '' })).toBe(0);
    expect(await known(contextOf(two), { tableName: 'other' })).toBe(0);
    expect(await known(contextOf(two, crypto.randomUUID()))).toBe(0);
    const url = deleteFlow.path.replace(':id', one);
    expect((await user.inject({ method: 'DELETE', url })).statusCode).toBe(204);
    expect(await known(contextOf(two))).toBe(0);
  });
});
