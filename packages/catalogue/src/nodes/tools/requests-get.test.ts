import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

let server: Server;
let origin = '';
const requests: IncomingMessage[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    if (request.url === '/missing') response.writeHead(404).end('not here');
    else if (request.url === '/long') response.end('é'.repeat(40_000));
    else response.end(`hello ${request.headers['x-key'] ?? ''}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function get(given: Record<string, unknown>, input: unknown) {
  const context = testContext();
  const tool = await runNode<Tool>('requestsGet', given, context);
  return { tool, text: (await tool.execute(input, context)).text };
}

describe('requestsGet', () => {
  it('reads the address that the model chose, with the headers of the node', async () => {
    const { tool, text } = await get({ headers: '{"x-key":"k1"}' }, { url: `${origin}/page` });
    expect(tool.inputSchema).toMatchObject({ required: ['url'] });
    expect(text).toBe('hello k1');
  });

  it('reads only the fixed address when there is one', async () => {
    const { tool, text } = await get({ url: `${origin}/fixed` }, { url: `${origin}/elsewhere` });
    expect(tool.inputSchema.properties).toEqual({});
    expect(text).toBe('hello ');
    expect(requests.at(-1)?.url).toBe('/fixed');
  });

  it('cuts a long answer after 15 kB', async () => {
    const { text } = await get({}, { url: `${origin}/long` });
    expect(text).toBe(`${'é'.repeat(7500)}\n[cut after 15 kB]`);
  });

  it('gives the status of a refusal with its text', async () => {
    expect((await get({}, { url: `${origin}/missing` })).text).toBe('HTTP 404\nnot here');
  });

  it.each(['file:///etc/passwd', 'nonsense', ''])('refuses "%s", which is no web address', async (url) => {
    await expect(get({}, { url })).rejects.toMatchObject({ code: 'NODE_FAILED' });
  });
});
