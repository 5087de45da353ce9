import type { Answer } from '@tendril/contract/api/endpoint';
import type { listMeasureCases } from '@tendril/contract/api/knowledge-measures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { type MeasureCaseRow, measureCaseStore } from './measure-cases.store.ts';

type Page = Answer<typeof listMeasureCases>;
const now = Date.now();

describe.each(databases)('the list of saved questions on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let storeId: string;
  const row = (id: string, createdAt: number, changes: Partial<MeasureCaseRow> = {}): MeasureCaseRow => ({
    ...{ id, workspaceId: user.caller.workspaceId, storeId, question: `Question ${id}?`, origin: 'import' },
    ...{ expected: '[{"id":"p","text":"t","source":"s","place":{},"hash":"h"}]', tags: '[]' },
    ...{ isConfirmed: 1, createdAt, updatedAt: createdAt, ...changes },
  });
  const add = (rows: readonly MeasureCaseRow[]) => measureCaseStore(app.infrastructure.db).insert(rows);

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
    storeId = (await driver.makeStore('Workshop')).id;
    await add(
      // Many are imported in one millisecond; every tenth was made by a model, and every seventh names no passage.
      Array.from({ length: 1900 }, (_, at) =>
        row(`q${at}`, now - Math.floor(at / 300), {
          ...(at % 10 === 0 && { isConfirmed: 0 as const, origin: 'model' as const }),
          ...(at % 7 === 0 && { expected: '[]' }),
        }),
      ),
    );
  });
  afterAll(() => app.close());

  const page = (query: string) => driver.call<Page>('GET', `measures/${storeId}/cases?${query}`);

  it('comes page by page, each question once, while others are added', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { cases, next }: Page = await page(
        cursor === '' ? 'limit=200' : `limit=200&cursor=${encodeURIComponent(cursor)}`,
      );
      expect(cases.length).toBeLessThanOrEqual(200);
      ids.push(...cases.map(({ id }) => id));
      cursor = next;
      await add([row(`new${ids.length}`, now + ids.length)]);
    }
    expect([ids.length, new Set(ids).size]).toEqual([1900, 1900]);
    expect((await page('limit=1')).cases[0]?.id).toBe('new1900');
  });

  it('begins with fifty, and says how many there are, are open, and are asked', async () => {
    const { cases, next, counts } = await page('');
    expect([cases.length, typeof next]).toEqual([50, 'string']);
    const [added, asked] = [counts.all - 1900, (_: unknown, at: number) => at % 10 !== 0 && at % 7 !== 0];
    expect(counts).toEqual({
      ...{ all: 1900 + added, unconfirmed: 190 },
      countable: Array.from({ length: 1900 }, (_, at) => at).filter(asked).length + added,
    });
    const open = await page('state=unconfirmed&limit=500');
    expect([open.cases.length, open.next]).toEqual([190, null]);
    expect(open.cases.every(({ isConfirmed }) => !isConfirmed)).toBe(true);
  });

  it('refuses a cursor of something else', async () => {
    const answer = await user.inject({
      method: 'GET',
      url: `/api/agent-studio/v1/document-store/measures/${storeId}/cases?cursor=x`,
    });
    expect(answer.statusCode).toBe(400);
  });
});
