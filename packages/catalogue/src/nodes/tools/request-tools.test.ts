import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

let server: Server;
let origin = '';
const asked: { request: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push({ request: `${request.method} ${request.url}`, headers: request.headers, body });
    if (request.url === '/hang') return;
    if (request.url === '/missing') response.writeHead(404).end('not here');
    else if (request.url === '/long') response.end('x'.repeat(5000));
    else response.end('done');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void asked.splice(0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function toolOf(node: string, given: Record<string, unknown>, signal = new AbortController().signal) {
  const context = testContext({ signal });
  const tool = await runNode<Tool>(node, given, context);
  return { ...tool, call: async (input: unknown) => (await tool.execute(input, context)).text };
}

describe.each([
  { node: 'requestsPost', verb: 'POST', prefix: 'requestsPost', body: 'requestPostBody' },
  { node: 'requestsPut', verb: 'PUT', prefix: 'requestsPut', body: 'requestPutBody' },
])('$node', ({ node, verb, prefix, body }) => {
  it('sends the body of the node with what the model adds, and the headers of the node', async () => {
    const tool = await toolOf(node, {
      [`${prefix}Url`]: `${origin}/orders/:id`,
      [`${prefix}Name`]: 'save order!',
      [`${prefix}Headers`]: '{"x-own":"1"}',
      [body]: '{"shop":"north","size":1}',
      [`${prefix}BodySchema`]:
        '{"id":{"type":"string","required":true,"in":"path"},"size":{"type":"number","description":"How many"}}',
    });
    expect(tool.name).toBe('save_order');
    expect(tool.inputSchema).toMatchObject({
      required: ['body'],
      properties: {
        body: { required: ['id'], properties: { size: { type: 'number', description: 'How many' } } },
      },
    });
    expect(await tool.call({ body: { id: 'a/b', size: 3 } })).toBe('done');
    expect(asked[0]).toMatchObject({ request: `${verb} /orders/a%2Fb`, headers: { 'x-own': '1' } });
    expect(asked[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ shop: 'north', size: 3 });
  });

  it('takes any object without a schema, gives the status of a refusal and cuts a long answer', async () => {
    const free = await toolOf(node, { [`${prefix}Url`]: `${origin}/missing` });
    expect(free.name).toBe(`requests_${verb.toLowerCase()}`);
    expect(free.inputSchema).toMatchObject({ required: ['body'] });
    expect(await free.call({ body: { any: [1] } })).toBe('HTTP 404\nnot here');
    expect(asked[0]?.body).toBe('{"any":[1]}');
    const long = await toolOf(node, {
      [`${prefix}Url`]: `${origin}/long`,
      [`${prefix}MaxOutputLength`]: '10',
    });
    expect(await long.call({ body: {} })).toBe('xxxxxxxxxx\n[cut after 10 characters]');
  });

  it('says what of its settings is wrong', async () => {
    const url = { [`${prefix}Url`]: 'file:///etc/passwd' };
    await expect((await toolOf(node, url)).call({ body: {} })).rejects.toMatchObject({ code: 'NODE_FAILED' });
    const schema = { [`${prefix}Url`]: origin, [`${prefix}BodySchema`]: 'nothing' };
    await expect(toolOf(node, schema)).rejects.toMatchObject({ code: 'FLOW_INVALID' });
    const headers = await toolOf(node, { [`${prefix}Url`]: origin, [`${prefix}Headers`]: 'nothing' });
    await expect(headers.call({ body: {} })).rejects.toThrow('Headers');
  });
});

it('requestsDelete puts parameters into the address and its query, and sends no body', async () => {
  const tool = await toolOf('requestsDelete', {
    requestsDeleteUrl: `${origin}/orders/{id}?shop=north`,
    requestsDeleteHeaders: '{"x-own":"1"}',
    requestsDeleteQueryParamsSchema:
      '{"id":{"in":"path","required":true},"force":{"type":"boolean","in":"query"}}',
  });
  expect(tool).toMatchObject({ name: 'requests_delete', inputSchema: { required: ['queryParams'] } });
  expect(await tool.call({ queryParams: { id: '7', force: true } })).toBe('done');
  expect(asked[0]).toMatchObject({
    request: 'DELETE /orders/7?shop=north&force=true',
    headers: { 'x-own': '1' },
    body: '',
  });
});

it('ends with the run', async () => {
  const stop = new AbortController();
  const tool = await toolOf('requestsDelete', { requestsDeleteUrl: `${origin}/hang` }, stop.signal);
  const sending = tool.call({});
  await expect.poll(() => asked.length).toBe(1);
  stop.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
});
