import type { McpAddress, StoredMcpTool } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, runNode } from '../../testing/run-node.ts';

const key = 'CANARY-key-0002';
let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const asked = () => vendor.asked.map(({ request, body }) => (body === undefined ? request : [request, body]));
const choices = async (name: string, inputs: object = {}, secret?: Record<string, string>) => {
  const node = await loadNode(name);
  const request = {
    inputs: { ...inputs },
    credential: async () => secret,
    fetch: vendor.fetch,
    listTools: async () => [],
    signal: new AbortController().signal,
  };
  return (await node.loadMethods?.['listActions']?.(request))?.map((choice) => choice.name);
};
/** Every tool of a node, chosen. */
const all = async (name: string) => ({ mcpActions: JSON.stringify(await choices(name)) });
const named = (tools: readonly Tool[], name: string) => tools.find((tool) => tool.name === name);

describe('servers of vendors elsewhere', () => {
  const mcpActions = '["read","write"]';
  const offered: StoredMcpTool[] = [
    { name: 'read', description: 'Reads', inputSchema: { type: 'object', properties: {} } },
    { name: 'write', description: 'Writes', inputSchema: { type: 'object', properties: {} } },
  ];

  function contextOf(credential?: Record<string, string>) {
    const visits: McpAddress[] = [];
    const calls: unknown[] = [];
    const context = testContext({
      services: {
        fetch: vendor.fetch,
        listMcpToolsAt: async (address) => {
          visits.push(address);
          return offered;
        },
        callMcpToolAt: async (address, { name, args }) => {
          calls.push([address.url, name, args]);
          return 'found';
        },
      },
      ...(credential && { credential }),
    });
    return { context, visits, calls };
  }

  it.each([
    ['browserlessMCP', {}, { browserlessApiToken: key }, 'https://mcp.browserless.io/mcp', `Bearer ${key}`],
    ['githubMCP', {}, { accessToken: key }, 'https://api.githubcopilot.com/mcp/', `Bearer ${key}`],
    [
      'githubMCP',
      { githubEnterpriseUrl: 'https://octo.ghe.com' },
      { accessToken: key },
      'https://copilot-api.octo.ghe.com/mcp',
      `Bearer ${key}`,
    ],
    [
      'teradataMCP',
      { mcpUrl: 'https://td.test/mcp' },
      { tdUsername: 'ada', tdPassword: key },
      'https://td.test/mcp',
      `Basic ${btoa(`ada:${key}`)}`,
    ],
    [
      'teradataMCP',
      { mcpUrl: 'https://td.test/mcp', bearerToken: 'b1' },
      undefined,
      'https://td.test/mcp',
      'Bearer b1',
    ],
  ])('%s gives the chosen tools of its server, %o', async (name, given, secret, url, authorization) => {
    const { context, visits, calls } = contextOf(secret);
    const tools = await runNode<Tool[]>(name, { ...given, mcpActions: '["read"]' }, context);
    expect(tools.map((tool) => tool.name)).toEqual(['read']);
    expect(visits).toMatchObject([{ url, headers: { authorization } }]);
    expect(await tools[0]?.execute({ id: 7 }, context)).toEqual({ text: 'found' });
    expect(calls).toEqual([[url, 'read', { id: 7 }]]);
    const both = { ...given, mcpActions: '["write","read"]' };
    expect(await runNode<Tool[]>(name, both, context)).toHaveLength(2);
  });

  it('pipedreamMCP signs in with its OAuth client first', async () => {
    vendor.play(({ request }) =>
      request.endsWith('/oauth/token') ? { body: { access_token: 'short-lived' } } : undefined,
    );
    const secret = { clientId: 'c1', clientSecret: key, projectId: 'p1' };
    const { context, visits } = contextOf(secret);
    const given = { environment: 'production', appSlug: 'linear', externalUserId: 'u7', mcpActions };
    expect(await runNode<Tool[]>('pipedreamMCP', given, context)).toHaveLength(2);
    expect(asked()).toEqual([
      [
        'POST https://api.pipedream.com/v1/oauth/token',
        { grant_type: 'client_credentials', client_id: 'c1', client_secret: key },
      ],
    ]);
    expect(visits).toMatchObject([
      {
        url: 'https://remote.mcp.pipedream.net',
        headers: {
          authorization: 'Bearer short-lived',
          'x-pd-project-id': 'p1',
          'x-pd-environment': 'production',
          'x-pd-external-user-id': 'u7',
          'x-pd-app-slug': 'linear',
          'x-pd-tool-mode': 'tools-only',
        },
      },
    ]);
    await expect(choices('pipedreamMCP', { ...given, appSlug: '' }, secret)).rejects.toThrow(
      'App Slug is missing in this node.',
    );
  });

  it('say which key or address is missing, and that a chosen tool is gone', async () => {
    const run = (name: string, given: object, secret?: Record<string, string>) =>
      runNode(name, { mcpActions, ...given }, contextOf(secret).context);
    await expect(run('browserlessMCP', {}, { other: 'x' })).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: 'Browserless needs a key. Choose a credential in this node.',
    });
    await expect(run('teradataMCP', { mcpUrl: 'file:///etc', bearerToken: 'b' })).rejects.toThrow(
      'MCP Server URL has to be a web address.',
    );
    const enterprise = { githubEnterpriseUrl: 'https://git.corp.test' };
    await expect(run('githubMCP', enterprise, { accessToken: key })).rejects.toMatchObject({
      code: 'FLOW_INVALID',
    });
    const gone = run('githubMCP', { mcpActions: '["gone"]' }, { accessToken: key });
    await expect(gone).rejects.toThrow('GitHub offers none of the selected tools.');
  });
});

describe('tools that are carried out here', () => {
  const contextOf = (credential: Record<string, string>) =>
    testContext({ services: { fetch: vendor.fetch }, credential });

  it('sequentialThinkingMCP counts thoughts and names branches', async () => {
    const context = testContext();
    const [tool] = await runNode<Tool[]>(
      'sequentialThinkingMCP',
      await all('sequentialThinkingMCP'),
      context,
    );
    const think = async (thought: object) => JSON.parse((await tool?.execute(thought, context))?.text ?? '');
    const first = { thought: 'Perhaps', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true };
    expect(await think(first)).toMatchObject({ thoughtHistoryLength: 1, branches: [], totalThoughts: 2 });
    const branch = { ...first, thoughtNumber: 3, branchFromThought: 1, branchId: 'b' };
    expect(await think(branch)).toMatchObject({
      thoughtHistoryLength: 2,
      branches: ['b'],
      totalThoughts: 3,
      nextThoughtNeeded: true,
    });
    expect((await tool?.execute({ thought: 1 }, context))?.text).toContain('cannot be read');
    expect(await choices('sequentialThinkingMCP')).toEqual(['sequentialthinking']);
    expect(tool?.inputSchema.required).toEqual([
      'thought',
      'nextThoughtNeeded',
      'thoughtNumber',
      'totalThoughts',
    ]);
  });

  it('braveSearchMCP finds pages, and describes places', async () => {
    vendor.play(({ request }) => {
      if (request.includes('/local/pois'))
        return {
          body: { results: [{ title: 'Al Forno', postal_address: { displayAddress: '1 Sea St' } }] },
        };
      if (request.includes('result_filter=locations'))
        return { body: { locations: { results: [{ id: 'a=' }, { id: 'b' }] } } };
      return { body: { web: { results: [{ title: 'T', url: 'https://t.test', description: 'D' }] } } };
    });
    const context = contextOf({ braveApiKey: key });
    const tools = await runNode<Tool[]>('braveSearchMCP', await all('braveSearchMCP'), context);
    const call = async (name: string, args: object) =>
      (await named(tools, name)?.execute(args, context))?.text;
    expect(await call('brave_web_search', { query: 'tide', count: 99 })).toContain('https://t.test');
    expect(await call('brave_local_search', { query: 'pizza' })).toContain('Al Forno');
    expect(asked()).toEqual([
      'GET https://api.search.brave.com/res/v1/web/search?q=tide&count=20&offset=0',
      'GET https://api.search.brave.com/res/v1/web/search?q=pizza&result_filter=locations&count=5',
      'GET https://api.search.brave.com/res/v1/local/pois?ids=a%3D&ids=b',
    ]);
    expect(vendor.asked[0]?.headers['x-subscription-token']).toBe(key);
    expect(await choices('braveSearchMCP')).toEqual(['brave_web_search', 'brave_local_search']);
  });

  it('slackMCP posts and reads, and passes on why Slack refused', async () => {
    vendor.play(({ request }) =>
      request.includes('conversations.history')
        ? { body: { ok: false, error: 'not_in_channel' } }
        : { body: { ok: true, ts: '1.2' } },
    );
    const context = contextOf({ botToken: key, teamId: 'T1' });
    const tools = await runNode<Tool[]>('slackMCP', await all('slackMCP'), context);
    expect(tools).toHaveLength(8);
    const call = (name: string, args: object) => named(tools, name)?.execute(args, context);
    expect((await call('slack_post_message', { channel_id: 'C1', text: 'Hi' }))?.text).toContain('1.2');
    expect((await call('slack_post_message', { channel_id: 'C1' }))?.text).toBe(
      'text is missing in this call.',
    );
    await call('slack_list_channels', { limit: 5000 });
    await expect(call('slack_get_channel_history', { channel_id: 'C1' })).rejects.toThrow(
      'Slack refused it: not in channel.',
    );
    expect(asked()).toEqual([
      ['POST https://slack.com/api/chat.postMessage', { channel: 'C1', text: 'Hi' }],
      'GET https://slack.com/api/conversations.list?types=public_channel&exclude_archived=true&limit=200&team_id=T1',
      'GET https://slack.com/api/conversations.history?channel=C1&limit=10',
    ]);
    expect(vendor.asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(await choices('slackMCP')).toContain('slack_reply_to_thread');
  });

  it('postgreSQLMCP needs the address of a database', async () => {
    const none = runNode(
      'postgreSQLMCP',
      await all('postgreSQLMCP'),
      contextOf({ postgresUrl: 'https://x.test' }),
    );
    await expect(none).rejects.toMatchObject({ code: 'FLOW_INVALID' });
    expect(await choices('postgreSQLMCP')).toEqual(['query']);
  });
});
