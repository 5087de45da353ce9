import { testContext } from '@tendril/catalogue/testing/run-context';
import { runNode } from '@tendril/catalogue/testing/run-node';
import { scriptedModel } from '@tendril/catalogue/testing/scripted-model';
import type { Chain } from '@tendril/contract/provider/answer';
import type { RecordManager } from '@tendril/contract/provider/record-manager';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from '../../../platform/egress/egress.ts';

const mariadbUrl = process.env['TEST_MARIADB_URL'];

describe.runIf(mariadbUrl)('a record manager over a MySQL of somebody else', () => {
  const url = new URL(mariadbUrl ?? 'mysql://tendril:none@127.0.0.1:3306/tests');
  let egress: Egress;

  beforeAll(() => {
    egress = createEgress({ egressAllow: [url.host] });
  });
  afterAll(() => egress.close());

  const contextOf = (password = url.password) =>
    testContext({
      services: { openStream: egress.openStream },
      credential: { user: url.username, password },
    });
  const tableName = `records_${crypto.randomUUID().slice(0, 8)}`;
  const records = (given: Record<string, unknown> = {}, context = contextOf()) =>
    runNode<RecordManager>(
      'MySQLRecordManager',
      { host: url.hostname, port: url.port, database: url.pathname.slice(1), tableName, ...given },
      context,
    );

  it('knows what was recorded, what is older than a time, and of which source', async () => {
    const context = contextOf();
    const manager = await records({ namespace: 'one' });
    await manager.now(context);
    await manager.record(
      [
        { key: 'a', source: "A'; drop.txt" },
        { key: 'b', source: 'b.txt' },
        { key: 'c', source: 'B.txt' },
      ],
      context,
    );
    const later = await manager.now(context);
    await manager.record([{ key: 'a', source: "A'; drop.txt" }], context);
    expect(await manager.known(['a', 'b', 'x'], context)).toEqual(new Set(['a', 'b']));
    expect((await manager.listBefore(later, undefined, context)).toSorted()).toEqual(['b', 'c']);
    expect(await manager.listBefore(later, ['b.txt', "A'; drop.txt"], context)).toEqual(['b']);
    expect(await manager.listBefore(later, [], context)).toEqual([]);
    await manager.forget(['b'], context);
    expect(await manager.known(['a', 'b', 'c'], context)).toEqual(new Set(['a', 'c']));
    const other = await records({ namespace: 'two' });
    expect(await other.known(['a'], context)).toEqual(new Set());
  });

  it('answers a question from tables by a statement of a model, which can change nothing', async () => {
    const film = `film_${crypto.randomUUID().slice(0, 8)}`;
    const connection = await createConnection(mariadbUrl ?? '');
    await connection.query(`create table ${film} (title text, \`year\` int)`);
    await connection.query(`insert into ${film} values ('Alien', 1979)`);
    const ask = async (...replies: string[]) => {
      const model = scriptedModel(...replies);
      const form = {
        model,
        database: 'mysql',
        url: url.href,
        includesTables: film,
        sampleRowsInTableInfo: 1,
      };
      const chain = await runNode<Chain>('sqlDatabaseChain', form, contextOf());
      return { model, answer: chain.invoke('Which film?', contextOf()) };
    };
    const { model, answer } = await ask(`\`\`\`sql\nselect title from ${film}\n\`\`\``, 'Alien.');
    expect(await answer).toEqual({ text: 'Alien.' });
    expect(model.promptOf(0).join('')).toContain(`${film} (title text, year int)`);
    expect(model.promptOf(0).join('')).toContain('Write one MySQL statement');
    expect(model.promptOf(1).join('')).toContain('[{"title":"Alien"}]');
    for (const hostile of [
      `delete from ${film}`,
      `drop table ${film}`,
      `select 1; delete from ${film}`,
      `with x as (select 1) delete from ${film}`,
      `select title from ${film} into outfile '/tmp/films'`,
      'set global max_connections = 1',
      'commit',
    ])
      await expect((await ask(hostile, 'done')).answer).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
    const [rows] = await connection.query(`select count(*) as count from ${film}`);
    expect(rows).toEqual([{ count: 1 }]);
    await connection.end();
  });

  it('says in words what MySQL refuses, and reaches no server that the policy blocks', async () => {
    const context = contextOf();
    const fails = async (given: Record<string, unknown>, used = context) =>
      (await records(given, used)).now(used).catch((error: unknown) => error);
    expect(await fails({}, contextOf('CANARY-wrong'))).toMatchObject({
      code: 'PROVIDER_UNAUTHORIZED',
      message: 'MySQL rejected the user name and the password.',
    });
    expect(await fails({ database: 'missing' })).toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: expect.stringContaining("Unknown database 'missing'"),
    });
    expect(await fails({ host: '10.0.0.1' })).toMatchObject({ code: 'EGRESS_DENIED' });
    await expect(records({ tableName: 'a`; drop table b; --' })).rejects.toMatchObject({
      code: 'FLOW_INVALID',
    });
    expect(await fails({ additionalConfig: '{"ssl":true}' })).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  });
});
