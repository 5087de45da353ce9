import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe('a flow as a tool of an MCP client', () => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let base: string;
  let flowId: string;

  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    base = await app.listen();
    flowId = await makeFlow(user, await talkingFlow(user), 'Harbour guide & pilot');
    await change(flowId, { mcpServerConfig: { enabled: true, description: 'Knows the harbour.' } });
  });
  afterAll(() => app.close());

  const change = (id: string, payload: object) =>
    user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });

  async function connect(id = flowId, bearer: string | undefined = key.key, path = '/api/v1') {
    const client = new Client({ name: 'test', version: '1' });
    const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
    const transport = new StreamableHTTPClientTransport(new URL(`${base}${path}/mcp/${id}`), {
      requestInit: { headers },
    });
    await client.connect(transport);
    return client;
  }

  it.each(['/api/v1', studio])(
    'is found with its name and description, and answers, under %s',
    async (path) => {
      const client = await connect(flowId, key.key, path);
      const { tools } = await client.listTools();
      expect(tools).toMatchObject([
        {
          name: 'Harbour_guide_pilot',
          description: 'Knows the harbour.',
          inputSchema: {
            required: ['question'],
            properties: { question: { type: 'string' }, chatId: { type: 'string' } },
          },
        },
      ]);
      const answer = await client.callTool({
        name: 'Harbour_guide_pilot',
        arguments: { question: 'Hello', chatId: 'mcp-1' },
      });
      expect(answer.content).toMatchObject([{ type: 'text', text: expect.stringMatching(/\w/) }]);
      expect(answer._meta?.['chatId']).toBe('mcp-1');
      await client.close();
      const run = await app.infrastructure.db
        .selectFrom('run')
        .select(['source', 'chatId'])
        .orderBy('startedAt', 'desc')
        .executeTakeFirst();
      expect(run).toEqual({ source: 'mcp', chatId: 'mcp-1' });
    },
  );

  it('takes the name that its owner gave it', async () => {
    const own = await makeFlow(user, await talkingFlow(user));
    await change(own, { mcpServerConfig: { enabled: true, toolName: 'ask_pilot' } });
    const client = await connect(own);
    expect((await client.listTools()).tools[0]?.name).toBe('ask_pilot');
    const wrong = await client
      .callTool({ name: 'ask_pilot', arguments: { question: '' } })
      .catch((error: Error) => error);
    expect(wrong instanceof Error || wrong.isError).toBe(true);
    await client.close();
  });

  it('is nobody else’s: switched off, unknown, of another workspace, or without a key', async () => {
    const off = await makeFlow(user, await talkingFlow(user));
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const post = (id: string, headers = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/mcp/${id}`,
        payload,
        headers: { accept: 'application/json, text/event-stream', ...headers },
      });
    const bearer = { authorization: `Bearer ${key.key}` };
    expect((await post(off, bearer)).statusCode).toBe(404);
    expect((await post('unknown', bearer)).statusCode).toBe(404);
    expect((await post(flowId)).statusCode).toBe(401);
    const outsider = await makeKey(app);
    expect((await post(flowId, { authorization: `Bearer ${outsider.key}` })).statusCode).toBe(404);
  });

  it('of a public flow is open to everybody', async () => {
    const open = await makeFlow(user, await talkingFlow(user));
    await change(open, { isPublic: true, mcpServerConfig: { enabled: true, toolName: 'ask' } });
    const client = await connect(open, '');
    const answer = await client.callTool({ name: 'ask', arguments: { question: 'Hello' } });
    expect(answer.isError ?? false).toBe(false);
    await client.close();
  });

  it('refuses a request whose Host names nothing', async () => {
    for (const host of ['[', 'a b', '%']) {
      const message = { method: 'POST' as const, url: `/api/v1/mcp/${flowId}`, payload: { jsonrpc: '2.0' } };
      const answer = await key.inject({ ...message, headers: { host } });
      expect([host, answer.statusCode, answer.json().code]).toEqual([host, 400, 'INVALID_INPUT']);
    }
  });

  it('P-06: survives what is no message of the protocol', async () => {
    for (const body of [
      '{}',
      '[]',
      '"x"',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
      '{',
    ]) {
      const answer = await key.inject({
        method: 'POST',
        url: `/api/v1/mcp/${flowId}`,
        payload: body,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      });
      expect([body, answer.statusCode < 500]).toEqual([body, true]);
    }
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await key.inject({ method, url: `/api/v1/mcp/${flowId}` });
      expect(answer.statusCode).toBe(405);
    }
  });
});
