import { makePdf } from '@tendril/catalogue/testing/make-pdf';
import type { CitedDocument } from '@tendril/contract/api/citations';
import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import type { BundleReport } from '@tendril/contract/api/export-import';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const pdf = makePdf([[{ text: 'Lost keys are kept by the porter.', x: 50, y: 700 }]]);
const handbook = [
  { name: 'rules.pdf', content: pdf },
  {
    name: 'boats.md',
    content: '# Boats\n\nBoats go to the north harbour at nine.\n\nThe lamp in the attic is green.',
  },
];
const structure = {
  splitterId: 'parentChildTextSplitter',
  splitterConfig: { parentTokens: 200, childTokens: 12 },
};
const questions = ['Who keeps lost keys?', 'north harbour', 'colour of the lamp'];
const secretValue = 'sk-that-never-leaves';

interface Side {
  app: TestApp;
  user: TestUser;
  driver: KnowledgeDriver;
}

describe('a workspace that moves elsewhere', () => {
  let from: Side;
  let to: Side;
  let storeId: string;
  let bundle: string;
  let report: BundleReport;

  const open = async (database: (typeof databases)[number]): Promise<Side> => {
    const app = await createTestApp({ database });
    const user = await app.signIn();
    return { app, user, driver: new KnowledgeDriver(user) };
  };

  beforeAll(async () => {
    from = await open('sqlite');
    // The other database where there is one.
    to = await open(databases.at(-1) ?? 'sqlite');
    storeId = await fill(from);
    bundle = (await exportAll(from)).body;
    const answer = await to.user.inject({
      method: 'POST',
      url: `${studio}/import`,
      headers: { 'content-type': 'application/json' },
      payload: bundle,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    report = answer.json<BundleReport>();
    await to.driver.call('POST', 'vectorstore/insert?wait=true', {
      storeId,
      embeddingName: 'demoEmbeddings',
    });
  }, 120_000);
  afterAll(async () => {
    await from?.app.close();
    await to?.app.close();
  });

  const exportAll = ({ user }: { user: Pick<TestUser, 'inject'> }) =>
    user.inject({ method: 'POST', url: `${studio}/export-import/bundle`, payload: {} });

  async function fill({ app, user, driver }: Side): Promise<string> {
    const { id } = await driver.makeStore('Handbook');
    const file = await driver.upload(id, handbook);
    const loader = await driver.saveLoader(id, 'fileLoader', { file }, structure);
    expect((await driver.process(id, loader.id)).error).toBeNull();
    await driver.call('POST', 'vectorstore/insert?wait=true', {
      storeId: id,
      embeddingName: 'demoEmbeddings',
    });
    const made = await user.inject({
      method: 'POST',
      url: `${studio}/credentials`,
      payload: {
        name: 'Our wiki',
        credentialName: 'notionApi',
        plainDataObj: { notionIntegrationToken: secretValue },
      },
    });
    expect(made.statusCode, made.body).toBeLessThan(300);
    const source = await driver.saveLoader(
      id,
      'notionDB',
      { databaseId: 'd1' },
      { credential: made.json().id },
    );
    const { db } = app.infrastructure;
    const { workspaceId } = user.caller;
    const now = Date.now();
    await db
      .insertInto('source_sync')
      .values({
        ...{ loaderId: source.id, workspaceId, storeId: id, cron: '0 3 * * *', timezone: 'Europe/Oslo' },
        ...{
          isPaused: 0,
          nextAt: now + 1e9,
          lastAt: now,
          lastState: 'done',
          note: '',
          counts: '{}',
          held: null,
        },
        ...{ createdAt: now, updatedAt: now },
      })
      .execute();
    const [, boats] = await db
      .selectFrom('document_file')
      .select('id')
      .where('loaderId', '=', loader.id)
      .orderBy('position')
      .execute();
    await user.inject({
      method: 'PUT',
      url: `${studio}/document-store/${id}/access`,
      payload: {
        audience: 'restricted',
        lists: [{ loaderId: loader.id, fileIds: [boats?.id], list: ['group:crew', 'workspace'] }],
      },
    });
    const found = await driver.call<StoreSearchAnswer>('POST', 'search', { storeId: id, query: 'lost keys' });
    await driver.call('POST', `measures/${id}/cases`, {
      question: 'Who keeps lost keys?',
      chunkIds: [found.docs[0]?.id],
    });
    return id;
  }

  const search = async ({ driver }: Side, query: string) => {
    const { docs, hidden } = await driver.call<StoreSearchAnswer>('POST', 'search', { storeId, query });
    return {
      hidden,
      docs: docs.map(({ pageContent, score, metadata: { source } }) => ({ pageContent, score, source })),
    };
  };

  it.each(questions)('gives the same answers to the same search: %s', async (question) => {
    const before = await search(from, question);
    expect(before.docs.length).toBeGreaterThan(0);
    expect(await search(to, question)).toEqual(before);
  });

  it('has the same lists: knowledge bases, files, chunks with their parents, saved questions, who may read', async () => {
    const view = async ({ app, driver, user }: Side) => {
      const { db } = app.infrastructure;
      const [store] = await driver.call<DocumentStoreSummary[]>('GET', 'store');
      const of = <T extends 'document_file' | 'document_chunk' | 'measure_case' | 'document_store'>(
        table: T,
      ) => db.selectFrom(table as 'document_file').where('workspaceId', '=', user.caller.workspaceId);
      const files = await of('document_file')
        .select([
          'key',
          'title',
          'version',
          'contentHash',
          'state',
          'chunks',
          'chars',
          'acl',
          'position',
          'error',
        ])
        .orderBy('key')
        .execute();
      const chunks = await db
        .selectFrom('document_chunk as chunk')
        .leftJoin('document_file as file', 'file.id', 'chunk.fileId')
        .leftJoin('document_parent as parent', (join) =>
          join.onRef('parent.batch', '=', 'chunk.batch').onRef('parent.key', '=', 'chunk.parentKey'),
        )
        .select([
          'chunk.pageContent',
          'chunk.indexText',
          'chunk.metadata',
          'chunk.hash',
          'file.key',
          'parent.text',
        ])
        .where('chunk.storeId', '=', storeId)
        .orderBy('chunk.chunkNo')
        .execute();
      const cases = await db
        .selectFrom('measure_case')
        .select(['question', 'expected', 'tags', 'origin', 'isConfirmed'])
        .execute();
      const access = await db.selectFrom('document_store').select('audience').execute();
      const { name, description, totalChunks, totalChars, totalLoaders } = store!;
      return {
        files,
        chunks,
        cases,
        access,
        store: { name, description, totalChunks, totalChars, totalLoaders },
      };
    };
    const before = await view(from);
    expect(before.files.map(({ acl }) => acl)).toContain('["group:crew","workspace"]');
    expect(before.cases).toHaveLength(1);
    expect(before.chunks.some(({ text }) => text !== null)).toBe(true);
    expect(await view(to)).toEqual(before);
  });

  it('opens the documents that answers cite', async () => {
    const flow = new FlowBuilder(await readTemplates(to.user));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: storeId });
    const chain = flow.add(
      'conversationalRetrievalQAChain',
      { x: 400, y: 0 },
      { returnSourceDocuments: true },
    );
    const data = flow.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
    const flowId = await makeFlow(to.user, data);
    const url = `${studio}/internal-prediction/${flowId}`;
    const asked = await to.user.inject({
      method: 'POST',
      url,
      payload: { question: 'Who keeps lost keys?' },
    });
    const given = asked.json<{ chatMessageId: string; sourceDocuments: { pageContent: string }[] }>();
    const number = given.sourceDocuments.findIndex(({ pageContent }) => pageContent.includes('porter')) + 1;
    const place = `${studio}/citations/${flowId}/${given.chatMessageId}/${number}`;
    const document = await to.user.inject({ method: 'GET', url: place });
    expect(document.json<CitedDocument>()).toMatchObject({ name: 'rules.pdf', view: 'pdf', isOlder: false });
    const file = await to.user.inject({ method: 'GET', url: `${place}/file` });
    expect(file.rawPayload.equals(pdf)).toBe(true);
  });

  it('takes no secret along, and says which are missing and what waits', async () => {
    expect(bundle).not.toContain(secretValue);
    const notes = report.entries
      .filter(({ kind }) => kind === 'knowledgeBase')
      .flatMap(({ findings }) => findings.flatMap(({ notes: own }) => own));
    expect(notes.find(({ need }) => need === 'secret')).toMatchObject({
      message: expect.stringContaining('“Our wiki”'),
      credentialNames: ['notionApi'],
    });
    const sync = await to.app.infrastructure.db
      .selectFrom('source_sync')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(sync).toMatchObject({ cron: '0 3 * * *', timezone: 'Europe/Oslo', isPaused: 1, nextAt: null });
    expect(notes.map(({ message }) => message)).toContain(
      'Its sources are not kept in step until you resume them.',
    );
  });

  it('leaves out, by name, what the exporting person may not read', async () => {
    const builder = await signInAs(from.app, from.user, 'builder');
    const left = JSON.parse((await exportAll({ user: builder })).body) as Record<string, unknown[]>;
    expect(left['DocumentStore']).toBeUndefined();
    expect(left['LeftOut']).toEqual([
      {
        kind: 'DocumentStore',
        name: 'Handbook',
        reason: 'The person who exported this may not read all of it.',
      },
    ]);
  });

  it('goes in whole or not at all', async () => {
    const broken = JSON.parse(bundle) as {
      KnowledgeContent: { sha256: string }[];
      DocumentStore: { id: string }[];
    };
    broken.KnowledgeContent[0]!.sha256 = 'a'.repeat(64);
    const count = async () => {
      const { db } = to.app.infrastructure;
      const stores = await db.selectFrom('document_store').select('id').execute();
      const files = await db.selectFrom('file').select('id').execute();
      return [stores.length, files.length];
    };
    const before = await count();
    const answer = await to.user.inject({ method: 'POST', url: `${studio}/import`, payload: broken });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringContaining('is not whole'),
    ]);
    expect(await count()).toEqual(before);
  });

  it('leaves nothing of a knowledge base that is deleted, but what answers cite', async () => {
    const { db } = to.app.infrastructure;
    const tables = (await db.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => name === 'storeId'),
    );
    const filled = async () => {
      const found: string[] = [];
      for (const { name } of tables) {
        const rows = await db
          .selectFrom(name as 'document_chunk')
          .select('storeId')
          .where('storeId', '=', storeId)
          .limit(1)
          .execute();
        if (rows.length > 0) found.push(name);
      }
      return found.sort();
    };
    expect(await filled()).toEqual(
      expect.arrayContaining([
        'chunk_text',
        'document_chunk',
        'document_file',
        'measure_case',
        'source_sync',
      ]),
    );
    await to.driver.call('DELETE', `store/${storeId}`);
    // Words are removed a little later, by a job.
    await expect.poll(filled, { timeout: 20_000 }).toEqual(['message_citation']);
    expect((await exportAll(to)).body).not.toContain('DocumentStore');
  });
});
