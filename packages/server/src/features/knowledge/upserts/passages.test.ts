import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createPassages, type Passages } from './passages.ts';

const megabyte = 1024 * 1024;
const passage = (text: string) => ({
  pageContent: text,
  metadata: { source: 'a.txt' },
  embedding: 'demo/demo',
  vector: Float32Array.from([0.25, -0.5, 1]),
});

describe.each(databases)('passages of uploads on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let passages: Passages;

  beforeAll(async () => {
    app = await createTestApp({ database, catalogue: gatedCatalogue().catalogue });
    user = await app.signIn();
    passages = createPassages(app.infrastructure.db, app.infrastructure.bus);
  });
  afterAll(() => app.close());

  const makePlace = async () => ({
    workspaceId: user.caller.workspaceId,
    flowId: await makeFlow(user, await gatedFlow(user)),
  });

  it('come back as they were, to their chat and node, with a mark that changes with each addition', async () => {
    const place = await makePlace();
    const { revision, list } = passages.of(place, 'a');
    expect(await revision('store_0')).toBe('');
    await passages.filling(place, 'a').keep?.('store_0', [passage('one'), passage('two')]);
    await passages.filling(place, '').keep?.('store_0', [passage('for all')]);
    const mark = await revision('store_0');
    expect(mark).not.toBe('');
    expect(await list('store_0')).toEqual([passage('one'), passage('two'), passage('for all')]);
    expect(await list('store_1')).toEqual([]);
    expect((await passages.of(place, 'b').list('store_0')).map((one) => one.pageContent)).toEqual([
      'for all',
    ]);
    await passages.filling(place, '').keep?.('store_0', [passage('more')]);
    expect(await revision('store_0')).not.toBe(mark);
    const elsewhere = passages.of({ ...place, workspaceId: randomUUID() }, 'a');
    expect(await elsewhere.list('store_0')).toEqual([]);
  });

  it('are bounded: a chat by itself, and of many chats the oldest are evicted', async () => {
    const place = await makePlace();
    const fill = (chatId: string, size: number) =>
      passages.filling(place, chatId).keep?.('store_0', [passage(chatId + 'x'.repeat(size / 2))]);
    await expect(fill('greedy', 11 * megabyte)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    for (const chat of ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']) await fill(chat, 9 * megabyte);
    expect(await passages.of(place, 'c1').list('store_0')).toEqual([]);
    expect(await passages.of(place, 'c2').list('store_0')).toHaveLength(1);
    expect(await passages.of(place, 'c6').list('store_0')).toHaveLength(1);
  });
});
