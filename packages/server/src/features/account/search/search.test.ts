import { searchEverywhere } from '@tendril/contract/api/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('search over everything on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  const find = async (q: string) => {
    const url = `${searchEverywhere.path}?q=${encodeURIComponent(q)}`;
    return (await user.inject({ method: 'GET', url })).json();
  };
  const make = (path: string, payload: object) =>
    user.inject({ method: 'POST', url: `${studio}/${path}`, payload });

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    await make('flows', { name: 'Refund desk', type: 'CHATFLOW' });
    await make('flows', { name: 'A desk for refunds', type: 'MULTIAGENT' });
    await make('flows', { name: '100%_done', type: 'CHATFLOW' });
    await make('variables', { name: 'refund_days', value: '14' });
  });
  afterAll(() => app.close());

  it('finds flows, pipelines and variables by a part of their name, whatever its case', async () => {
    const found = await find('REFUND');
    expect(found.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
      ['flow', 'Refund desk'],
      ['pipeline', 'A desk for refunds'],
      ['variable', 'refund_days'],
    ]);
  });

  it('names to each only the kinds that the role shows', async () => {
    const analyst = await signInAs(app, user, 'analyst');
    const url = `${searchEverywhere.path}?q=refund`;
    const found = (await analyst.inject({ method: 'GET', url })).json();
    expect(found.map(({ kind }: { kind: string }) => kind)).toEqual(['flow', 'pipeline']);
  });

  it('takes signs of patterns as they are', async () => {
    expect((await find('0%_d')).map(({ name }: { name: string }) => name)).toEqual(['100%_done']);
    expect(await find('%')).toHaveLength(1);
  });

  it('knows nothing of other workspaces', async () => {
    await app.infrastructure.db
      .updateTable('flow')
      .set({ workspaceId: 'another' })
      .where('name', '=', '100%_done')
      .execute();
    expect(await find('100')).toEqual([]);
  });

  it.each(['', '   '])('refuses the empty text %j', async (q) => {
    expect(await find(q)).toMatchObject({ code: 'INVALID_INPUT' });
  });
});
