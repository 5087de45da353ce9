import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { openDatabase } from './client.ts';
import { migrations } from './known-migrations.ts';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';

const broken: Migration = {
  async up(db) {
    await db.schema.createTable('half').addColumn('id', 'text').execute();
    await sql`insert into half (id) values ('x')`.execute(db);
    await sql`alter table flow add column "late" text`.execute(db);
    throw new Error('broken on purpose');
  },
};

describe.each(databases)('migrations on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;

  beforeEach(async () => {
    empty = await makeDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 2 });
  });
  afterEach(async () => {
    await db.destroy();
    await empty.remove();
  });

  const tableNames = async () => (await db.introspection.getTables()).map(({ name }) => name).toSorted();

  it('make every table of the schema, once', async () => {
    await migrate(db);
    await migrate(db);
    const tables = [
      'api_key',
      'audit_entry',
      'chat_message',
      'credential',
      'event',
      'feedback',
      'file',
      'flow',
      'flow_version',
      'lead',
      'membership',
      'refresh_token',
      'run',
      'session_family',
      'tool',
      'user',
      'user_preference',
      'variable',
      'workspace',
    ];
    expect(await tableNames()).toEqual(expect.arrayContaining(tables));
  });

  it('are listed by the names of their files, by which a start knows that there is none to run', async () => {
    const files = await readdir(new URL('./migrations/', import.meta.url));
    const names = files.filter((file) => /^\d/.test(file)).map((file) => file.replace('.ts', ''));
    expect(Object.keys(migrations).toSorted()).toEqual(names.toSorted());
  });

  it('leave nothing behind when one breaks half-way', async () => {
    await migrate(db);
    const before = await db.introspection.getTables();
    await expect(migrate(db, { ...migrations, '9999-broken': broken })).rejects.toThrow('broken on purpose');
    expect(await db.introspection.getTables()).toEqual(before);
    await migrate(db);
  });

  it('leave an empty database empty when the first set breaks', async () => {
    await expect(migrate(db, { ...migrations, '9999-broken': broken })).rejects.toThrow('broken on purpose');
    expect(await tableNames()).toEqual([]);
  });

  it('give stored call events their present names, and leave what was said alone', async () => {
    const names = Object.keys(migrations).filter((name) => name < '0023');
    await migrate(db, Object.fromEntries(names.map((name) => [name, migrations[name]!])));
    const event = { runId: 'c', workspaceId: 'w', sessionId: 'c', at: 1, nodeId: null, flowVersion: null };
    const turn = {
      type: 'agent-turn',
      text: 'my "earMs": sore',
      times: { earMs: 5, brainMs: 6, mouthMs: 7 },
    };
    const start = { type: 'call-start', ear: { label: 'a' }, mouth: { label: 'b' } };
    await db
      .insertInto('event')
      .values([
        { ...event, seq: 1, kind: 'call-start', payload: JSON.stringify(start) },
        { ...event, seq: 2, kind: 'agent-turn', payload: JSON.stringify(turn) },
      ])
      .execute();
    await migrate(db);
    const rows = await db.selectFrom('event').select('payload').orderBy('seq').execute();
    expect(rows.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      { type: 'call-start', recognizer: { label: 'a' }, synthesizer: { label: 'b' } },
      { ...turn, times: { sttMs: 5, llmMs: 6, ttsMs: 7 } },
    ]);
  });

  it('count messages up and never use a number twice', async () => {
    await migrate(db);
    const message = (id: string) => ({
      id,
      workspaceId: 'w',
      flowId: 'f',
      runId: null,
      role: 'userMessage' as const,
      content: 'hi',
      sourceDocuments: null,
      usedTools: null,
      fileUploads: null,
      fileAnnotations: null,
      agentReasoning: null,
      artifacts: null,
      action: null,
      followUpPrompts: null,
      chatType: 'INTERNAL',
      chatId: 'c',
      sessionId: 's',
      memoryType: null,
      leadEmail: null,
      status: 'done' as const,
      createdAt: 1_795_000_000_000,
    });
    await db
      .insertInto('chat_message')
      .values([message('a'), message('b')])
      .execute();
    await db.deleteFrom('chat_message').where('id', '=', 'b').execute();
    await db.insertInto('chat_message').values(message('c')).execute();
    const rows = await db
      .selectFrom('chat_message')
      .select(['id', 'seq', 'createdAt'])
      .orderBy('seq')
      .execute();
    expect(rows.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(rows[1]!.seq).toBe(3);
    expect(rows[0]!.createdAt).toBe(1_795_000_000_000);
  });
});
