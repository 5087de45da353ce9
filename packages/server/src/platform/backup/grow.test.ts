import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makePdf } from '@tendril/catalogue/testing/make-pdf';
import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../composition/app.ts';
import { codeCache } from '../../testing/code-cache.ts';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { makeFlow, readTemplates, studio, talkingFlow } from '../../testing/flow-fixtures.ts';
import { furnishWorkspace } from '../../testing/furnished-workspace.ts';
import { KnowledgeDriver } from '../../testing/knowledge-driver.ts';
import { createTestApp, type TestUser } from '../../testing/test-app.ts';
import type { Config } from '../config.ts';
import { type Infrastructure, openInfrastructure } from '../infrastructure.ts';
import { growToPostgres, returnToHome } from './grow.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const run = promisify(execFile);
const tendril = fileURLToPath(new URL('../../commands/tendril.ts', import.meta.url));
const question = 'What do you remember? \u0000 and half \ud800 of a sign';

const pdf = makePdf([[{ text: 'Lost keys are kept by the porter.', x: 50, y: 700 }]]);

/** A knowledge base, and the address of what an answer cites of it. */
interface Library {
  storeId: string;
  citation: string;
}

async function fillLibrary(user: TestUser): Promise<Library> {
  const driver = new KnowledgeDriver(user);
  const { id: storeId } = await driver.makeStore('Handbook');
  const file = await driver.upload(storeId, [
    { name: 'rules.pdf', content: pdf },
    { name: 'boats.md', content: 'Boats go to the north harbour at nine.' },
  ]);
  const splitter = { splitterId: 'parentChildTextSplitter', splitterConfig: { childTokens: 12 } };
  const loader = await driver.saveLoader(storeId, 'fileLoader', { file }, splitter);
  await driver.process(storeId, loader.id);
  await driver.call('POST', 'vectorstore/insert?wait=true', { storeId, embeddingName: 'demoEmbeddings' });
  const flow = new FlowBuilder(await readTemplates(user));
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: storeId });
  const chain = flow.add('conversationalRetrievalQAChain', { x: 400, y: 0 }, { returnSourceDocuments: true });
  const data = flow.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
  const flowId = await makeFlow(user, data, 'Reads');
  const payload = { question: 'Who keeps lost keys?' };
  const asked = await user.inject({
    method: 'POST',
    url: `${studio}/internal-prediction/${flowId}`,
    payload,
  });
  const given = asked.json<{ chatMessageId: string; sourceDocuments: { pageContent: string }[] }>();
  const number = given.sourceDocuments.findIndex(({ pageContent }) => pageContent.includes('porter')) + 1;
  return { storeId, citation: `${studio}/citations/${flowId}/${given.chatMessageId}/${number}` };
}

describe.runIf(databases.includes('postgres'))('growing', () => {
  let sqlite: EmptyDatabase;
  let postgres: EmptyDatabase;
  let config: Config;
  let flowId: string;
  let email: string;
  let library: Library;
  let cookies: Record<string, string>;

  beforeAll(async () => {
    const test = await createTestApp();
    const user = await test.signIn();
    flowId = await makeFlow(user, await talkingFlow(user), 'Talks');
    await furnishWorkspace(test, user, flowId);
    library = await fillLibrary(user);
    cookies = { ...user.cookies };
    const asked = await user.inject({
      method: 'POST',
      url: `${studio}/internal-prediction/${flowId}`,
      payload: { question: 'What do you remember?', chatId: 'chat-1' },
    });
    expect(asked.statusCode).toBe(200);
    const { db } = test.infrastructure;
    // What PostgreSQL cannot store, from a time before it was refused.
    await db
      .updateTable('chat_message')
      .set({ content: question })
      .where('role', '=', 'userMessage')
      .execute();
    email = (await db.selectFrom('user').select('email').executeTakeFirstOrThrow()).email;
    sqlite = await makeDatabase('sqlite');
    postgres = await makeDatabase('postgres');
    config = { ...test.infrastructure.config, home: sqlite.home, databaseUrl: undefined };
    await sql`vacuum into ${sql.lit(join(sqlite.home, 'tendril.db'))}`.execute(db);
    await cp(join(test.infrastructure.config.home, 'files'), join(sqlite.home, 'files'), { recursive: true });
    await test.close();
  });
  afterAll(async () => {
    await sqlite?.remove();
    await postgres?.remove();
  });

  const withServer = async <T>(
    own: Config,
    use: (infrastructure: Infrastructure, inject: Inject) => Promise<T>,
  ) => {
    const infrastructure = await openInfrastructure(own, pino({ level: 'silent' }));
    const app = await buildApp(infrastructure);
    try {
      return await use(infrastructure, (options) => app.fastify.inject(options));
    } finally {
      await app.fastify.close();
      await infrastructure.close();
    }
  };
  type Inject = Awaited<ReturnType<typeof createTestApp>>['inject'];

  const lookAround = (own: Config) =>
    withServer(own, async ({ db }, inject) => {
      const people = await db.selectFrom('user').select('email').execute();
      expect(people.map((person) => person.email)).toContain(email);
      const page = await inject({ method: 'GET', url: '/' });
      expect([200, 404]).toContain(page.statusCode);
      const messages = await db
        .selectFrom('chat_message')
        .select(['seq', 'content'])
        .where('flowId', '=', flowId)
        .orderBy('seq')
        .execute();
      const conversations = await db
        .selectFrom('conversation')
        .select('messages')
        .where('flowId', '=', flowId)
        .execute();
      expect(conversations.map((row) => row.messages)).toEqual([messages.length]);
      // The next row gets the next number.
      const last = Math.max(...messages.map(({ seq }) => Number(seq)));
      const copy = await db
        .selectFrom('chat_message')
        .selectAll()
        .where('seq', '=', last)
        .executeTakeFirstOrThrow();
      const { seq, ...values } = copy;
      const { seq: next } = await db
        .insertInto('chat_message')
        .values({ ...values, id: `${copy.id}-next-${randomBytes(4).toString('hex')}` })
        .returning('seq')
        .executeTakeFirstOrThrow();
      expect(Number(next)).toBeGreaterThan(Number(seq));
      return messages.map(({ content }) => content);
    });

  /** What the knowledge base finds, lists and shows of what was cited. */
  const consult = (own: Config) =>
    withServer(own, async (_infrastructure, inject) => {
      const user = {
        inject: (options: InjectOptions) =>
          inject({
            ...options,
            cookies,
            headers: { ...options.headers, [csrfHeader]: cookies[csrfCookie] ?? '' },
          }),
      };
      const driver = new KnowledgeDriver(user);
      const { storeId, citation } = library;
      const found = await driver.call<StoreSearchAnswer>('POST', 'search', { storeId, query: 'lost keys' });
      const { loaders } = await driver.readStore(storeId);
      const file = await user.inject({ method: 'GET', url: `${citation}/file` });
      return {
        docs: found.docs.map(({ id, score, pageContent, channels }) => ({
          id,
          score,
          pageContent,
          channels,
        })),
        loaders: loaders.map(({ id, source, totalChunks, vectorStatus }) => [
          id,
          source,
          totalChunks,
          vectorStatus,
        ]),
        shown: (await user.inject({ method: 'GET', url: citation })).json(),
        isWhole: file.rawPayload.equals(pdf),
      };
    });

  it('an installation grows to PostgreSQL and comes back with every row', async () => {
    const grown = { ...config, databaseUrl: postgres.databaseUrl };
    const before = await consult(config);
    expect(before).toMatchObject({ shown: { name: 'rules.pdf', isOlder: false }, isWhole: true });
    expect(before.docs.length).toBeGreaterThan(0);
    const moved = await growToPostgres(sqlite.home, postgres.databaseUrl!);
    expect(moved.tables).toBeGreaterThan(20);
    expect(await lookAround(grown)).toContain('What do you remember? \uFFFD and half \uFFFD of a sign');

    expect(await consult(grown)).toEqual(before);
    // Nobody mistakes the empty home for an empty installation, and nobody fills the database twice.
    await expect(openInfrastructure(config, pino({ level: 'silent' }))).rejects.toThrow(/set DATABASE_URL/);
    await expect(growToPostgres(sqlite.home, postgres.databaseUrl!)).rejects.toThrow(/no embedded database/);

    const back = await returnToHome(sqlite.home, postgres.databaseUrl!);
    expect(back.rows).toBeGreaterThan(moved.rows);
    expect(await lookAround(config)).toContain('What do you remember? \uFFFD and half \uFFFD of a sign');
    expect(await consult(config)).toEqual(before);
    await expect(returnToHome(sqlite.home, postgres.databaseUrl!)).rejects.toThrow(/already/);
    await expect(growToPostgres(sqlite.home, postgres.databaseUrl!)).rejects.toThrow(/no longer empty/);
    expect(existsSync(join(sqlite.home, 'tendril.db'))).toBe(true);
  });

  it('is a command, and refuses in a sentence', async () => {
    const environment = { PATH: process.env['PATH'] ?? '', ...codeCache, TENDRIL_HOME: sqlite.home };
    await expect(run(process.execPath, [tendril, 'grow'], { env: environment })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Set DATABASE_URL/),
    });
  });
});
