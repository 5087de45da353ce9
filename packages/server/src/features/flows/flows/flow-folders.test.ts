import { randomUUID } from 'node:crypto';
import { arrangeFlows, listFlows } from '@tendril/contract/api/flows';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { type KeyHolder, makeKey, signInElsewhere } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('folders of flows on %s', (database) => {
  let house: TestApp;
  let user: TestUser;
  let elsewhere: KeyHolder;
  /** The same person, in the other workspace. */
  let inject: TestUser['inject'];

  beforeAll(async () => {
    house = await createTestApp({ database, catalogue: gatedCatalogue().catalogue });
    user = await house.signIn();
    elsewhere = await makeKey(house);
    ({ inject } = await signInElsewhere(house, user, elsewhere));
  });
  afterAll(() => house.close());

  const foldersOf = async (person: Pick<TestUser, 'inject'>) => {
    const answer = await person.inject({ url: `${listFlows.path}?type=CHATFLOW` });
    return answer.json<{ folders: string[] }>().folders;
  };
  const arrange = (person: Pick<TestUser, 'inject'>, payload: object) =>
    person.inject({ method: 'PATCH', url: arrangeFlows.path, payload });

  it('are nothing to another workspace, and a move that names a foreign flow moves none', async () => {
    const [one, two] = [
      await makeFlow(user, await gatedFlow(user)),
      await makeFlow(user, await gatedFlow(user)),
    ];
    expect((await arrange(user, { ids: [one], folder: 'Private' })).statusCode).toBe(200);
    expect(await foldersOf({ inject })).toEqual([]);
    const row = { type: 'CHATFLOW', flowData: { nodes: [], edges: [] } };
    const made = await inject({ method: 'POST', url: listFlows.path, payload: { ...row, name: 'Theirs' } });
    const theirs = made.json<{ id: string }>().id;
    for (const ids of [[theirs, one], [one], [theirs, two, theirs]]) {
      const refused = await arrange({ inject }, { ids, folder: 'Taken', addTags: ['taken'] });
      expect([refused.statusCode, refused.json().message]).toEqual([404, 'Flow not found.']);
    }
    expect((await arrange(house, { ids: [one], folder: 'Taken' })).statusCode).toBe(401);
    expect([await foldersOf(user), await foldersOf({ inject })]).toEqual([['Private'], []]);
  });

  it('are found by an index among ten thousand flows', async () => {
    const { db } = house.infrastructure;
    const first = await db.selectFrom('flow').selectAll().limit(1).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      ...first,
      id: randomUUID(),
      folder: `Folder ${at % 40}`,
      category: `tag ${at % 30}`,
      updatedAt: at,
    }));
    await insertMany(db, 'flow', rows);
    const url = `${listFlows.path}?type=CHATFLOW&folder=Folder%207&limit=20`;
    const answer = (await user.inject({ url })).json();
    expect([answer.data.length, answer.folders.length, answer.counts?.all]).toEqual([20, 41, 250]);
    if (database !== 'sqlite') return;
    const plan = async (query: string) =>
      (await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(db)).rows
        .map(({ detail }) => detail)
        .join('; ');
    const where = `from flow where "workspaceId" = 'w' and type = 'CHATFLOW'`;
    expect(await plan(`select distinct folder ${where}`)).toContain('COVERING INDEX flow_folder');
    expect(await plan(`select distinct category ${where}`)).toContain('COVERING INDEX flow_tags');
    expect(
      await plan(`select id ${where} and folder = 'x' order by "updatedAt" desc, id limit 20`),
    ).toContain('INDEX flow_folder');
  });
});
