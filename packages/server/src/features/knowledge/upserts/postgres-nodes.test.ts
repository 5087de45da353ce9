import { createCatalogue } from '@tendril/catalogue/catalogue';
import { testContext } from '@tendril/catalogue/testing/run-context';
import { readValues } from '@tendril/catalogue/testing/run-node';
import { scriptedModel } from '@tendril/catalogue/testing/scripted-model';
import type { Chain } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { UpsertOutcome } from '@tendril/contract/provider/passage-store';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import type { Tool } from '@tendril/contract/provider/tool';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from '../../../platform/egress/egress.ts';
import { databases, type EmptyDatabase, makeDatabase } from '../../../testing/databases.ts';

/** The operators of pgvector over lists of numbers, for servers that do not have it. */
const standIn = `
  create domain vector as jsonb;
  create function distance_to(a jsonb, b jsonb) returns float8 language sql as $$
    select 1 - sum(x.v * y.v) / nullif(sqrt(sum(x.v * x.v)) * sqrt(sum(y.v * y.v)), 0)
    from (select v::text::float8 as v, n from jsonb_array_elements(a) with ordinality as e(v, n)) x
    join (select v::text::float8 as v, n from jsonb_array_elements(b) with ordinality as e(v, n)) y using (n) $$;
  create operator <=> (leftarg = jsonb, rightarg = jsonb, function = distance_to);
`;
const catalogue = createCatalogue();
const embeddings: Embedder = {
  nodeId: 'e',
  provider: 'p',
  modelId: 'm',
  embed: async (texts) => texts.map((text) => ['a', 'b'].map((letter) => text.split(letter).length - 1)),
};
const documents = (...texts: string[]): SourceDocument[][] => [
  texts.map((pageContent) => ({ pageContent, metadata: { source: 'x.txt', kind: pageContent } })),
];

describe.runIf(databases.includes('postgres'))('nodes over a PostgreSQL of somebody else', () => {
  let database: EmptyDatabase;
  let egress: Egress;
  let place: Record<string, unknown>;

  beforeAll(async () => {
    database = await makeDatabase('postgres');
    const { hostname, port, pathname } = new URL(database.databaseUrl ?? '');
    egress = createEgress({ egressAllow: [`${hostname}:${port}`] });
    place = { host: hostname, port, database: pathname.slice(1), tableName: 'passages' };
    const client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    const found = await client.query(`select 1 from pg_available_extensions where name = 'vector'`);
    if (found.rowCount === 0) await client.query(standIn);
    await client.end();
  });
  afterAll(async () => {
    await egress.close();
    await database.remove();
  });

  const user = () => new URL(database.databaseUrl ?? '').username;
  const contextOf = (chatId = 'run-1', password = 'CANARY-password') => {
    const context = testContext({
      services: { openStream: egress.openStream },
      credential: { user: user(), password },
    });
    return { ...context, session: { ...context.session, chatId } };
  };
  const load = async (name: string) => {
    const node = await catalogue.load(name);
    if (!node) throw new Error(name);
    return node;
  };
  async function upsert(document: SourceDocument[][], given: Record<string, unknown> = {}, chatId?: string) {
    const node = await load('postgres');
    const values = readValues(node, { ...place, embeddings, document, ...given });
    return (await node.upsert?.(values as never, contextOf(chatId))) as UpsertOutcome;
  }
  async function find(question: string, given: Record<string, unknown> = {}, chatId?: string) {
    const node = await load('postgres');
    const context = contextOf(chatId);
    const made = (await node.run?.(
      readValues(node, { ...place, embeddings, ...given }) as never,
      context,
    )) as { retriever: Retriever };
    const found = await made.retriever.retrieve(question, context);
    return found.map(({ pageContent }) => pageContent);
  }
  async function records(given: Record<string, unknown>) {
    const node = await load('postgresRecordManager');
    const form = { ...place, tableName: 'records', sourceIdKey: 'source', ...given };
    return (await node.run?.(readValues(node, form) as never, contextOf()))?.['postgresRecordManager'];
  }

  it('fills a table and finds the nearest by meaning, by metadata and as different as is wanted', async () => {
    expect(await upsert(documents('aa', 'ab', 'b\0b'))).toMatchObject({ numAdded: 3 });
    expect(await upsert(documents('aa'))).toMatchObject({ numAdded: 1 });
    expect(await find('a')).toEqual(['aa', 'ab', 'bb']);
    expect(await find('a', { topK: 1 })).toEqual(['aa']);
    expect(await find('a', { pgMetadataFilter: '{"kind":"ab"}' })).toEqual(['ab']);
  });

  it('keeps the files of one chat to that chat', async () => {
    const given = { tableName: 'chats', fileUpload: true };
    await upsert(documents('a'), given);
    await upsert(documents('aa'), given, 'chat-1');
    expect((await find('a', given, 'chat-1')).toSorted()).toEqual(['a', 'aa']);
    expect(await find('a', given, 'chat-2')).toEqual(['a']);
  });

  it('writes only what is new and deletes what is gone from a source, as the record manager says', async () => {
    const given = { tableName: 'recorded', recordManager: await records({ cleanup: 'incremental' }) };
    expect(await upsert(documents('a', 'b'), given)).toMatchObject({ numAdded: 2, numDeleted: 0 });
    expect(await upsert(documents('a', 'ab'), given)).toMatchObject({
      numAdded: 1,
      numSkipped: 1,
      numDeleted: 1,
    });
    expect((await find('a', { tableName: 'recorded' })).toSorted()).toEqual(['a', 'ab']);
    const other = {
      tableName: 'recorded',
      recordManager: await records({ cleanup: 'full', namespace: 'n' }),
    };
    expect(await upsert(documents('b'), other)).toMatchObject({ numAdded: 1, numDeleted: 0 });
    expect(await upsert(documents(), other)).toMatchObject({ numAdded: 0, numDeleted: 1 });
    expect((await find('a', { tableName: 'recorded' })).toSorted()).toEqual(['a', 'ab']);
  });

  it('answers a question from tables by a statement of a model, which can change nothing', async () => {
    const client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    await client.query("create table film (title text, year int); insert into film values ('Alien', 1979)");
    const address = new URL(database.databaseUrl ?? '');
    address.password = 'CANARY-password';
    const node = await load('sqlDatabaseChain');
    const ask = async (...replies: string[]) => {
      const model = scriptedModel(...replies);
      const form = {
        model,
        database: 'postgres',
        url: address.href,
        includesTables: 'film',
        sampleRowsInTableInfo: 1,
      };
      const made = (await node.run?.(readValues(node, form) as never, contextOf())) as {
        sqlDatabaseChain: Chain;
      };
      return { model, answer: made.sqlDatabaseChain.invoke('Which film?', contextOf()) };
    };
    const { model, answer } = await ask('```sql\nselect title from film\n```', 'Alien.');
    expect(await answer).toEqual({ text: 'Alien.' });
    expect(model.promptOf(0).join('')).toContain('film (title text, year integer)');
    expect(model.promptOf(0).join('')).not.toContain('passages');
    expect(model.promptOf(1).join('')).toContain('[{"title":"Alien"}]');
    for (const hostile of [
      'delete from film',
      'commit; delete from film',
      'set transaction read write',
      'drop table film; select 1',
    ]) {
      const refused = await (await ask(hostile, 'done')).answer.catch((error: Error) => error);
      if (hostile.startsWith('set')) continue;
      expect(refused).toMatchObject({ code: 'PROVIDER_REFUSED' });
    }
    expect((await client.query('select count(*)::int as count from film')).rows).toEqual([{ count: 1 }]);
    await client.end();
  });

  it('postgreSQLMCP lets an agent read, and nothing else', async () => {
    const node = await load('postgreSQLMCP');
    const context = testContext({
      services: { openStream: egress.openStream },
      credential: { postgresUrl: database.databaseUrl ?? '' },
    });
    const form = { mcpActions: '["query"]' };
    const made = (await node.run?.(readValues(node, form) as never, context)) as { postgreSQLMCP: Tool[] };
    const query = async (sql: string) => (await made.postgreSQLMCP[0]?.execute({ sql }, context))?.text;
    expect(await query('select 6 * 7 as answer')).toBe('[{"answer":42}]');
    expect(await query('select 1 where false')).toBe('The statement found no rows.');
    expect(await query(' ')).toBe('There is no SQL statement in this call.');
    for (const hostile of ['create table stolen (a int)', 'commit; create table stolen (a int)'])
      await expect(query(hostile)).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
    expect(await query(`select to_regclass('stolen') as found`)).toBe('[{"found":null}]');
  });

  it('says in words what PostgreSQL refuses, and reaches no server that the policy blocks', async () => {
    await expect(find('a', { tableName: 'missing' })).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: expect.stringContaining('"missing" does not exist'),
    });
    await expect(find('a', { tableName: 'a"; drop table passages; --' })).rejects.toMatchObject({
      code: 'FLOW_INVALID',
    });
    await expect(find('a', { host: '10.0.0.1' })).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    await expect(find('a', { ssl: true })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('does not support SSL'),
    });
  });
});
