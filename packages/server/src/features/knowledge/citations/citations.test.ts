import { makePdf } from '@tendril/catalogue/testing/make-pdf';
import type { CitedBlocks, CitedDocument } from '@tendril/contract/api/citations';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver, type Sender } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import type { FormPart } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const pdf = makePdf([
  [{ text: 'The library opens at nine in the morning.', x: 50, y: 700 }],
  [
    { text: 'Dogs have to wait in the garden.', x: 50, y: 700 },
    { text: 'Lost keys are kept by the porter.', x: 50, y: 500 },
  ],
]);
const chatId = 'b1f0c2d4-5a6b-4c7d-8e9f-0a1b2c3d4e5f';

interface Given {
  chatMessageId: string;
  sourceDocuments: { id: string; pageContent: string; metadata: Record<string, unknown> }[];
}

describe.each(databases)('documents that answers cite on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(() => app.close());

  async function fill(files: FormPart[], splitterConfig: object = { chunkTokens: 20 }) {
    const { id } = await driver.makeStore();
    const file = await driver.upload(id, files);
    const splitter = { splitterId: 'structureTextSplitter', splitterConfig };
    const loader = await driver.saveLoader(id, 'fileLoader', { file }, splitter);
    const done = await driver.process(id, loader.id);
    expect(done.error).toBeNull();
    await driver.call('POST', 'vectorstore/insert?wait=true', {
      storeId: id,
      embeddingName: 'demoEmbeddings',
    });
    return { storeId: id, loaderId: loader.id };
  }

  async function flowOver(storeId: string): Promise<{ flowId: string; data: FlowData }> {
    const flow = new FlowBuilder(await readTemplates(user));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: storeId });
    const chain = flow.add(
      'conversationalRetrievalQAChain',
      { x: 400, y: 0 },
      { returnSourceDocuments: true },
    );
    const data = flow.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
    return { flowId: await makeFlow(user, data), data };
  }

  async function ask(flowId: string, question: string, sender: Sender = user): Promise<Given> {
    const url = `/api/v1/prediction/${flowId}`;
    const answer = await sender.inject({ method: 'POST', url, payload: { question, chatId } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Given>();
  }

  const numberOf = ({ sourceDocuments }: Given, part: string) =>
    sourceDocuments.findIndex(({ pageContent }) => pageContent.includes(part)) + 1;
  const place = (flowId: string, given: Given, part: string) =>
    `${studio}/citations/${flowId}/${given.chatMessageId}/${numberOf(given, part)}`;
  const get = (url: string, headers = {}, sender: Sender = user) =>
    sender.inject({ method: 'GET', url, headers });
  const settings = (flowId: string, payload: object) =>
    user.inject({ method: 'PUT', url: `${studio}/chatflows/${flowId}`, payload });

  it('open at their page, with the lines of the passage', async () => {
    const { storeId } = await fill([{ name: 'rules.pdf', content: pdf }]);
    const { flowId } = await flowOver(storeId);
    const given = await ask(flowId, 'Who keeps lost keys?');
    const url = place(flowId, given, 'porter');
    const document = (await get(url)).json<CitedDocument>();
    expect(document).toMatchObject({ name: 'rules.pdf', view: 'pdf', size: pdf.length, isOlder: false });
    expect(document.text).toContain('Lost keys are kept by the porter.');
    expect(document.places.find(({ page }) => page === 2)?.boxes?.length).toBeGreaterThan(0);
    const file = await get(`${url}/file`);
    expect(file.rawPayload.equals(pdf)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    const part = await get(`${url}/file`, { range: 'bytes=0-7' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      '%PDF-1.4',
      `bytes 0-7/${pdf.length}`,
    ]);
    expect((await get(`${url}/file`, { range: `bytes=${pdf.length}-` })).statusCode).toBe(416);
  });

  it('stay in the version that was cited when the file is replaced, and when all of it is deleted', async () => {
    const { storeId, loaderId } = await fill([
      { name: 'rules.md', content: '# Rules\n\nKeys are at the porter.' },
    ]);
    const { flowId } = await flowOver(storeId);
    const given = await ask(flowId, 'Where are keys?');
    const url = place(flowId, given, 'porter');
    const blocks = async () => (await get(`${url}/blocks`)).json<CitedBlocks>();
    const before = await blocks();
    expect(before.cited.map((at) => before.blocks[at]?.text)).toContain('Keys are at the porter.');
    await driver.call('DELETE', `loader/${storeId}/${loaderId}`);
    expect((await get(url)).json()).toMatchObject({ name: 'rules.md', isOlder: true });
    expect((await get(`${url}/file`)).body).toContain('Keys are at the porter.');
    await driver.call('DELETE', `store/${storeId}`);
    expect((await get(`${url}/file`)).body).toContain('Keys are at the porter.');
    expect(await blocks()).toEqual(before);
  });

  it('go with their chat: deleting it releases the files', async () => {
    const content = '# Rules\n\nOwls sleep in the tower by day.';
    const { storeId } = await fill([{ name: 'owls.md', content }]);
    const { flowId } = await flowOver(storeId);
    const given = await ask(flowId, 'Where do owls sleep?');
    await driver.call('DELETE', `store/${storeId}`);
    const kept = () =>
      app.infrastructure.db
        .selectFrom('file')
        .select(['sha256', 'workspaceId'])
        .where('ownerKind', '=', 'citation')
        .where('name', '=', 'owls.md')
        .execute();
    const [pin] = await kept();
    expect(pin).toBeDefined();
    const removed = await user.inject({
      method: 'DELETE',
      url: `${studio}/chatmessage/${flowId}?chatId=${chatId}`,
    });
    expect(removed.statusCode, removed.body).toBe(200);
    expect(await kept()).toEqual([]);
    const rows = app.infrastructure.db
      .selectFrom('message_citation')
      .selectAll()
      .where('messageId', '=', given.chatMessageId);
    expect(await rows.execute()).toEqual([]);
    const { workspaceId = '', sha256 = '' } = pin ?? {};
    if (database === 'sqlite')
      await expect(app.infrastructure.files.read(workspaceId, sha256)).rejects.toThrow();
    expect((await get(place(flowId, given, 'Owls'))).statusCode).toBe(404);
  });

  it('show no HTML of a document, only its text', async () => {
    const content =
      '<h1>Rules</h1><p onclick="steal()">Bees <script>steal()</script>live in the <b>orchard</b>.</p><table><tr><td>a<img src=x onerror=steal()></td></tr></table>';
    const { storeId } = await fill([{ name: 'bees.html', content }]);
    const { flowId } = await flowOver(storeId);
    const given = await ask(flowId, 'Where do bees live?');
    const answer = await get(`${place(flowId, given, 'Bees')}/blocks`);
    expect(
      answer
        .json<CitedBlocks>()
        .blocks.map(({ text }) => text)
        .join(' '),
    ).toContain('live in the orchard');
    expect(answer.body).not.toMatch(/steal|<|html/);
  });

  it('are not opened by another workspace, anonymously, or under another flow', async () => {
    const { storeId } = await fill([{ name: 'rules.pdf', content: pdf }]);
    const { flowId } = await flowOver(storeId);
    const other = await flowOver(storeId);
    const given = await ask(flowId, 'Who keeps lost keys?');
    const url = place(flowId, given, 'porter');
    const outsider = await makeKey(app);
    for (const part of ['', '/file', '/blocks']) {
      expect((await get(url + part, {}, outsider)).statusCode, part).toBe(404);
      expect((await get(url + part, {}, app)).statusCode, part).toBe(401);
      expect((await get(place(other.flowId, given, 'porter') + part)).statusCode, part).toBe(404);
      const chunk = given.sourceDocuments[0]?.id;
      const direct = `${studio}/document-store/cited/${storeId}/${chunk}${part}`;
      expect((await get(direct, {}, outsider)).statusCode, part).toBe(404);
      expect((await get(direct, {}, app)).statusCode, part).toBe(401);
    }
    for (const number of ['0', '99', '1000', 'x', '../1'])
      expect((await get(url.replace(/\d+$/, number))).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('are opened by visitors of a public flow only where it allows it, and only in their own chat', async () => {
    const { storeId } = await fill([{ name: 'rules.pdf', content: pdf }]);
    const { flowId } = await flowOver(storeId);
    await settings(flowId, { isPublic: true });
    const given = await ask(flowId, 'Who keeps lost keys?', app);
    const ofMember = await ask(flowId, 'Who keeps lost keys?');
    const url = place(flowId, given, 'porter');
    expect((await get(`${url}?chatId=${chatId}`, {}, app)).statusCode).toBe(403);
    await settings(flowId, { chatbotConfig: JSON.stringify({ opensSources: true }) });
    expect((await get(`${url}?chatId=${chatId}`, {}, app)).statusCode).toBe(200);
    expect((await get(`${url}/file?chatId=${chatId}`, {}, app)).rawPayload.equals(pdf)).toBe(true);
    const strange = chatId.replace('b1f0', 'c1f0');
    for (const part of ['', '/file', '/blocks']) {
      expect((await get(url + part, {}, app)).statusCode, part).toBe(404);
      expect((await get(`${url}${part}?chatId=${strange}`, {}, app)).statusCode, part).toBe(404);
    }
    expect(ofMember.chatMessageId).not.toBe(given.chatMessageId);
  });

  it('are opened only by who may read them where access lists decide, and else show the passage alone', async () => {
    const { storeId, loaderId } = await fill([
      { name: 'plans.md', content: '# Plans\n\nThe mill moves in May.' },
    ]);
    const { flowId } = await flowOver(storeId);
    const given = await ask(flowId, 'When does the mill move?');
    const url = place(flowId, given, 'mill');
    expect((await get(`${url}/file`)).statusCode).toBe(200);
    const search = { storeId, query: 'mill' };
    const { docs } = await driver.call<{ docs: { id: string }[] }>('POST', 'search', search);
    const ofChunk = `${studio}/document-store/cited/${storeId}/${docs[0]?.id}`;
    const lists = [{ loaderId, list: ['user:somebody@example.com'] }];
    const access = `${studio}/document-store/${storeId}/access`;
    const changed = await user.inject({
      method: 'PUT',
      url: access,
      payload: { audience: 'restricted', lists },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await get(url)).json()).toMatchObject({ view: 'passage', size: null });
    expect((await get(`${url}/file`)).statusCode).toBe(404);
    expect((await get(ofChunk)).statusCode).toBe(404);
    expect((await get(`${ofChunk}/file`)).statusCode).toBe(404);
  });

  it('are found for a chunk of a knowledge base too', async () => {
    const { storeId } = await fill([{ name: 'prices.csv', content: 'Item,Price\nRope,12\nLamp,30\n' }]);
    const { docs } = await driver.call<{ docs: { id: string }[] }>('POST', 'search', {
      storeId,
      query: 'lamp',
    });
    const url = `${studio}/document-store/cited/${storeId}/${docs[0]?.id}`;
    expect((await get(url)).json()).toMatchObject({ name: 'prices.csv', view: 'blocks' });
    const { blocks, cited } = (await get(`${url}/blocks`)).json<CitedBlocks>();
    expect(cited).toEqual([0]);
    expect(blocks[0]).toMatchObject({ kind: 'table', text: 'Item\tPrice\nRope\t12\nLamp\t30' });
  });
});
