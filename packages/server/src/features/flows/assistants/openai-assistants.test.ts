import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Assistant } from '@tendril/contract/api/assistants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../platform/egress/egress.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createOpenAiAssistants, type OpenAiAssistants } from './openai-assistants.ts';

const url = `${studio}/assistants`;
const scope = { workspaceId: 'here' };

describe('assistants at OpenAI', () => {
  let server: Server;
  let vendor: OpenAiAssistants;
  let isRetired = false;
  let deleted: string[] = [];

  beforeAll(async () => {
    const all = Array.from({ length: 130 }, (_, index) => ({ id: `asst_${index}`, name: `No ${index}` }));
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://vendor');
      const json = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (isRetired) return json(410, { error: { message: 'It was sunset.' } });
      const isAllowed = request.headers.authorization === 'Bearer sk-right';
      if (!isAllowed || request.headers['openai-beta'] !== 'assistants=v2')
        return json(401, { error: { message: 'Incorrect API key.' } });
      const one = pathname.split('/')[2];
      if (one && request.method === 'DELETE') {
        deleted.push(one);
        return json(one === 'asst_gone' ? 404 : 200, { deleted: true });
      }
      if (one) {
        const found = all.find(({ id }) => id === one);
        return found ? json(200, found) : json(404, { error: { message: 'No assistant found.' } });
      }
      const from = all.findIndex(({ id }) => id === searchParams.get('after')) + 1;
      const data = all.slice(from, from + Number(searchParams.get('limit')));
      return json(200, { object: 'list', data, has_more: from + data.length < all.length });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    vendor = createOpenAiAssistants({
      egress: createEgress({ egressAllow: [`127.0.0.1:${port}`] }),
      openCredential: async (_scope, id): Promise<Record<string, string>> =>
        id === 'empty' ? {} : { openAIApiKey: `sk-${id}` },
      address: `http://127.0.0.1:${port}`,
    });
  });
  afterAll(() => server.close());

  it('are read page by page, and one by one', async () => {
    const list = await vendor.list(scope, 'right');
    expect(list).toHaveLength(130);
    expect(new Set(list.map(({ id }) => id)).size).toBe(130);
    expect(await vendor.read(scope, 'right', 'asst_7')).toEqual({ id: 'asst_7', name: 'No 7' });
    await expect(vendor.read(scope, 'right', 'asst_x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('report why they cannot be read', async () => {
    await expect(vendor.list(scope, 'wrong')).rejects.toMatchObject({
      code: 'PROVIDER_UNAUTHORIZED',
      message: 'OpenAI rejected the key. Incorrect API key.',
    });
    await expect(vendor.list(scope, 'empty')).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' });
    isRetired = true;
    await expect(vendor.list(scope, 'right')).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: 'OpenAI has shut its Assistants API down. It was sunset.',
    });
    isRetired = false;
  });

  it('are deleted there, and one that is gone already is fine', async () => {
    deleted = [];
    await vendor.remove(scope, 'right', 'asst_7');
    await vendor.remove(scope, 'right', 'asst_gone');
    expect(deleted).toEqual(['asst_7', 'asst_gone']);
  });

  it('leave by the egress client only: an address inside the network is refused', async () => {
    const closed = createOpenAiAssistants({
      egress: createEgress({ egressAllow: [] }),
      openCredential: async () => ({ openAIApiKey: 'sk-right' }),
      address: 'http://127.0.0.1:9',
    });
    await expect(closed.list(scope, 'right')).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  });
});

describe.each(databases)('stored OpenAI assistants on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  const details = {
    id: 'asst_1',
    object: 'assistant',
    name: 'Tutor',
    description: 'Helps pupils',
    model: 'gpt-4.1',
    instructions: 'You teach maths.',
    temperature: 0.3,
    top_p: 0.9,
    tools: [
      { type: 'code_interpreter' },
      { type: 'file_search', file_search: {} },
      { type: 'function', function: { name: 'look_up' } },
      { type: 'function', function: { name: 'unknown_one' } },
    ],
    tool_resources: {
      code_interpreter: { file_ids: ['file-1'] },
      file_search: { vector_store_ids: ['vs_1'] },
    },
    metadata: {},
    response_format: { type: 'json_object' },
  };

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const store = async (given: object, rest: object = {}) =>
    (
      await user.inject({ method: 'POST', url, payload: { details: JSON.stringify(given), ...rest } })
    ).json<Assistant>();

  it('are kept whole, without a flow, and listed by their type, which their details contain', async () => {
    const made = await store(details, { credential: 'cred-1', iconSrc: 'https://a.example/i.png' });
    expect(made).toMatchObject({ type: 'OPENAI', flowId: null, credential: 'cred-1', problems: [] });
    expect(JSON.parse(made.details)).toEqual(details);
    await store({ name: 'Custom one' });
    const of = async (type: string) =>
      (await user.inject({ url: `${url}?type=${type}` })).json<Assistant[]>().map(({ id }) => id);
    expect(await of('OPENAI')).toEqual([made.id]);
    expect(await of('CUSTOM')).toHaveLength(1);
    expect((await user.inject({ url })).json()).toHaveLength(2);
    expect((await user.inject({ url: `${url}?type=NONE` })).statusCode).toBe(400);
  });

  it('convert to a custom one; what has no place there is named, and the stored one stays', async () => {
    const tool = { name: 'look_up', description: 'Looks something up', schema: '[]', func: 'return 1' };
    const { id: toolId } = (
      await user.inject({ method: 'POST', url: `${studio}/tools`, payload: tool })
    ).json();
    const made = await store(details, { credential: 'cred-1' });
    const gaps = [
      { kind: 'codeInterpreter', name: '' },
      { kind: 'fileSearch', name: 'vs_1' },
      { kind: 'function', name: 'unknown_one' },
      { kind: 'files', name: 'file-1' },
      { kind: 'setting', name: 'response_format' },
      { kind: 'setting', name: 'description' },
    ];
    const preview = (await user.inject({ url: `${url}/${made.id}/conversion` })).json();
    expect(preview).toMatchObject({ tools: ['look_up'], gaps });
    const converted = await user.inject({ method: 'POST', url: `${url}/${made.id}/conversion` });
    expect(converted.statusCode, converted.body).toBe(201);
    const { assistant } = converted.json<{ assistant: Assistant }>();
    expect(converted.json().gaps).toEqual(gaps);
    expect(JSON.parse(assistant.details)).toMatchObject({
      name: 'Tutor',
      instruction: 'You teach maths.',
      chatModel: {
        name: 'chatOpenAI',
        credential: 'cred-1',
        inputs: { modelName: 'gpt-4.1', temperature: 0.3, topP: 0.9 },
      },
      tools: [{ name: 'customTool', inputs: { selectedTool: toolId } }],
    });
    const flow = (await user.inject({ url: `${studio}/flows/${assistant.flowId}` })).json();
    expect(flow.flowData.nodes[0].data).toMatchObject({ name: 'chatOpenAI', credential: 'cred-1' });
    expect((await user.inject({ url: `${url}/${made.id}` })).statusCode).toBe(200);
    const again = await user.inject({ method: 'POST', url: `${url}/${assistant.id}/conversion` });
    expect(again.statusCode).toBe(409);
  });

  it('refuse bad input by its field', async () => {
    for (const [given, path] of [
      [{ model: 5 }, 'details.model'],
      [{ model: 'x', temperature: 9 }, 'details.temperature'],
      [{ model: 'x', tools: 'all' }, 'details.tools'],
    ] as const) {
      const answer = await user.inject({
        method: 'POST',
        url,
        payload: { details: JSON.stringify(given), type: 'OPENAI' },
      });
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
    }
    const vendor = await user.inject({ url: `${studio}/openai-assistants` });
    expect([vendor.statusCode, vendor.json().details[0].path]).toEqual([400, 'query.credential']);
    const nobody = await user.inject({ url: `${studio}/openai-assistants?credential=nobody` });
    expect(nobody.json().code).toBe('CREDENTIAL_MISSING');
  });

  it('deleted together with the copy at OpenAI, they need its key', async () => {
    const made = await store(details);
    const both = await user.inject({ method: 'DELETE', url: `${url}/${made.id}?isDeleteBoth=true` });
    expect([both.statusCode, both.json().code]).toEqual([422, 'CREDENTIAL_MISSING']);
    expect((await user.inject({ method: 'DELETE', url: `${url}/${made.id}` })).json()).toEqual({
      affected: 1,
    });
  });
});
