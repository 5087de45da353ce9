import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import type { Answer } from '@tendril/contract/api/endpoint';
import type {
  MeasureCase,
  Measurement,
  MeasurementComparison,
  readMeasurement,
} from '@tendril/contract/api/knowledge-measures';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const sections = [
  [
    'Pumps',
    'Fault ERR-4711 means that the pump is dry. Fill it with two litres of water and start it again.',
  ],
  ['Heaters', 'Fault ERR-4712 means that the heater is too hot. Let it cool for an hour before you open it.'],
  ['Swans', 'Nobody may feed the swans on the lake. Bread is bad for them and for the water around them.'],
  ['Guarantee', 'A repair has a guarantee of twelve months on labour and of six months on the parts used.'],
  ['Opening', 'The workshop is open on weekdays from eight until five and is closed on public holidays.'],
];
const text = sections.map(([title, body]) => `# ${title}\n\n${body}`).join('\n\n');

describe.each(databases)('measures of knowledge bases on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let storeId: string;
  let loaderId: string;

  const cut = { splitterId: 'structureTextSplitter', splitterConfig: {} };

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
    storeId = (await driver.makeStore('Workshop')).id;
    loaderId = (await driver.saveLoader(storeId, 'plainText', { text }, cut)).id;
    expect((await driver.process(storeId, loaderId)).state).toBe('done');
    await driver.call('POST', 'vectorstore/insert', { storeId });
  });
  afterAll(() => app.close());

  const at = (path: string) => `measures/${storeId}/${path}`;
  const find = async (query: string) =>
    (await driver.call<StoreSearchAnswer>('POST', 'search', { storeId, query, topK: 5 })).docs;
  const save = async (question: string, part: string) => {
    const chunk = (await find(part)).find(({ pageContent }) => pageContent.includes(part));
    const chunkIds = chunk ? [chunk.id] : [];
    return driver.call<MeasureCase>('POST', at('cases'), {
      question,
      chunkIds,
      origin: 'query',
      tags: ['a'],
    });
  };
  const cases = async () => (await driver.call<{ cases: MeasureCase[] }>('GET', at('cases'))).cases;
  const ended = async (run: Measurement) => {
    await driver.ended(run.jobId);
    return driver.call<Answer<typeof readMeasurement>>('GET', at(`runs/${run.id}`));
  };
  const measure = async (configuration: object) =>
    ended(await driver.call<Measurement>('POST', at('runs'), { configuration }));

  it('keeps a question with the passages that it should find', async () => {
    const made = await save('What does ERR-4711 mean?', 'ERR-4711');
    expect(made).toMatchObject({ isConfirmed: true, origin: 'query', tags: ['a'] });
    expect(made.expected[0]?.text).toContain('the pump is dry');
    const [other] = (await find('swans')).filter(({ pageContent }) => pageContent.includes('swans'));
    const edited = await driver.call<MeasureCase>('PUT', at(`cases/${made.id}`), {
      question: 'What is ERR-4711?',
      chunkIds: [other?.id],
    });
    expect(edited.expected).toHaveLength(2);
    const kept = edited.expected[0]?.id;
    const back = await driver.call<MeasureCase>('PUT', at(`cases/${made.id}`), { passageIds: [kept] });
    expect(back).toMatchObject({ question: 'What is ERR-4711?', expected: [{ id: kept }] });
    expect((await driver.send('POST', at('cases'), { question: ' ' })).statusCode).toBe(400);
    expect((await driver.send('POST', at('cases'), { question: 'q', chunkIds: ['none'] })).statusCode).toBe(
      404,
    );
  });

  it('measures how well they are answered, and how two configurations differ', async () => {
    await save('How long is the guarantee on a repair?', 'guarantee');
    await save('May I feed the swans?', 'swans');
    // Nothing is expected of this one: it does not count.
    await driver.call('POST', at('cases'), { question: 'What else?' });
    const both = await measure({ topK: 3 });
    expect(both).toMatchObject({ state: 'done', skipped: 1, configuration: { mode: 'hybrid', topK: 3 } });
    expect(both.results).toHaveLength(3);
    expect(both.figures?.cases).toBe(3);
    expect(both.figures?.ndcg.value).toBe(1);
    expect(both.figures?.hit).toMatchObject({ value: 1, high: 1 });
    expect(both.results.every(({ ranks }) => ranks.length === 1 && ranks[0] === 1)).toBe(true);
    const floor = await measure({ topK: 3, minScore: 0.99 });
    expect(floor.figures?.ndcg.value).toBe(0);
    const query = `compare?first=${both.id}&second=${floor.id}`;
    const compared = await driver.call<MeasurementComparison>('GET', at(query));
    expect(compared).toMatchObject({ shared: 3, ndcg: { difference: { value: -1 } } });
    expect(compared.cases[0]).toMatchObject({ first: { ranks: [1], ndcg: 1 }, second: { ranks: [null] } });
    const { runs } = await driver.call<{ runs: Measurement[] }>('GET', at('runs'));
    expect(runs.map(({ id }) => id)).toEqual([floor.id, both.id]);
  });

  it('finds the same passages after the documents were split again', async () => {
    const before = await driver.call<{ docs: { id: string }[] }>('POST', 'search', {
      storeId,
      query: 'pump',
    });
    const small = {
      splitterId: 'recursiveCharacterTextSplitter',
      splitterConfig: { chunkSize: 90, chunkOverlap: 0 },
    };
    await driver.saveLoader(storeId, 'plainText', { text }, { id: loaderId, ...small });
    await driver.process(storeId, loaderId);
    await driver.call('POST', 'vectorstore/insert', { storeId });
    const after = await driver.call<{ docs: { id: string }[] }>('POST', 'search', { storeId, query: 'pump' });
    expect(after.docs.map(({ id }) => id)).not.toEqual(before.docs.map(({ id }) => id));
    expect((await measure({ topK: 5 })).figures?.hit.value).toBe(1);
  });

  it('tries other ways to cut, beside the chunks that answer, and leaves nothing of them', async () => {
    const rows = async (table: 'document_store' | 'document_chunk' | 'chunk_text') =>
      Number(
        (
          await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
            app.infrastructure.db,
          )
        ).rows[0]?.count,
      );
    const before = [await rows('document_store'), await rows('document_chunk'), await rows('chunk_text')];
    const { runs } = await driver.call<{ runs: Measurement[] }>('POST', at('trials'), {
      candidates: [{ splitterId: 'structureTextSplitter' }, { splitterId: 'parentChildTextSplitter' }],
      configuration: { topK: 3 },
    });
    expect(runs.map(({ trial }) => trial?.chunker?.splitterId ?? null)).toEqual([
      ...[null, 'structureTextSplitter', 'parentChildTextSplitter'],
    ]);
    const done = [];
    for (const run of runs) done.push(await ended(run));
    for (const run of done) expect(run).toMatchObject({ state: 'done', error: null, figures: { cases: 3 } });
    expect(done[1]?.trial?.chunks).toBe(5);
    expect(done[1]?.figures?.hit.value).toBe(1);
    expect([await rows('document_store'), await rows('document_chunk'), await rows('chunk_text')]).toEqual(
      before,
    );
    const wrong = { candidates: [{ splitterId: 'plainText' }] };
    expect((await driver.send('POST', at('trials'), wrong)).statusCode).toBe(400);
  });

  it('takes questions out as CSV or JSON, and in again', async () => {
    const wanted = (await cases()).length;
    for (const format of ['csv', 'json'] as const) {
      const { name, text: file } = await driver.call<{ name: string; text: string }>(
        'GET',
        at(`cases/export?format=${format}`),
      );
      expect(name).toBe(`Workshop – questions.${format}`);
      expect(await driver.call('POST', at('cases/import'), { format, text: file })).toEqual({
        added: wanted,
      });
      const all = await cases();
      expect(all).toHaveLength(2 * wanted);
      const added = all.filter(({ origin }) => origin === 'import');
      expect(added.map(({ question }) => question).sort()).toEqual(
        all
          .filter(({ origin }) => origin !== 'import')
          .map(({ question }) => question)
          .sort(),
      );
      expect(added.filter(({ expected }) => expected.length === 1)).toHaveLength(3);
      const ids = added.map(({ id }) => id);
      expect(await driver.call('POST', at('cases/delete'), { ids })).toEqual({ deleted: wanted });
    }
    const bad = await driver.send('POST', at('cases/import'), {
      format: 'csv',
      text: 'question,passage\n,Text\n',
    });
    expect(bad.statusCode).toBe(400);
    expect(bad.json<{ message: string }>().message).toContain('Line 2');
  });

  it('lets a model make questions, which count once they are confirmed', async () => {
    const job = await driver.call<{ id: string }>('POST', at('cases/suggest'), {
      chatModel: { name: 'demoModel' },
      count: 2,
    });
    // The chunks are shorter than what is worth a question.
    expect(await driver.ended(job.id)).toMatchObject({ state: 'failed' });
  });

  it('shows nothing of it to another workspace, and takes no strange fields', async () => {
    const [own] = await cases();
    const outsider = new KnowledgeDriver(await makeKey(app));
    for (const [method, path, body] of [
      ['GET', 'cases', undefined],
      ['GET', 'runs', undefined],
      ['GET', 'cases/export', undefined],
      ['POST', 'cases', { question: 'q' }],
      ['PUT', `cases/${own?.id}`, { question: 'q' }],
      ['POST', 'cases/delete', { ids: [own?.id] }],
      ['POST', 'runs', {}],
      ['POST', 'trials', { candidates: [cut] }],
      ['POST', 'cases/import', { format: 'json', text: '[]' }],
      ['POST', 'cases/suggest', { chatModel: { name: 'demoModel' } }],
    ] as const)
      expect((await outsider.send(method, at(path), body)).statusCode, path).toBe(404);
    expect((await driver.send('POST', at('runs'), { configuration: { depth: 4 } })).statusCode).toBe(400);
    const reranker = { name: 'plainText', config: {} };
    expect((await driver.send('POST', at('runs'), { configuration: { reranker } })).statusCode).toBe(400);
  });

  it('are for those who may read all of it: where lists hide something, they are refused', async () => {
    const list = ['user:somebody@example.com'];
    const change = (payload: object) =>
      user.inject({ method: 'PUT', url: `${studio}/document-store/${storeId}/access`, payload });
    const status = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const url = `${studio}/document-store/${at(path)}`;
      return (await user.inject({ method, url, ...(payload && { payload }) })).statusCode;
    };
    expect((await change({ audience: 'restricted', lists: [{ loaderId, list }] })).statusCode).toBe(200);
    expect(await status('GET', 'cases')).toBe(403);
    expect(await status('GET', 'runs')).toBe(403);
    expect(await status('POST', 'runs', { configuration: {} })).toBe(403);
    expect((await change({ lists: [{ loaderId, list: ['workspace'] }] })).statusCode).toBe(200);
    expect(await status('GET', 'cases')).toBe(200);
    expect((await measure({})).figures?.hit.value).toBeGreaterThan(0);
    expect((await change({ audience: 'open' })).statusCode).toBe(200);
  });

  it('goes with its knowledge base', async () => {
    await driver.call('DELETE', `store/${storeId}`);
    for (const table of ['measure_case', 'measurement', 'measurement_result'] as const) {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(table)}`.execute(app.infrastructure.db);
      expect(Number(rows[0]?.count), table).toBe(0);
    }
  });
});
