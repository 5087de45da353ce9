import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { askChain, loadNode, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

const yaml = `
openapi: 3.1.0
info: { title: Pet Store, version: '2' }
servers:
  - url: https://pets.example.com/v2
  - url: https://test.example.com
security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
paths:
  /pets:
    get:
      operationId: listPets
      summary: Lists pets
      parameters: [{ name: kind, in: query, schema: { type: string } }]
    post:
      operationId: addPet
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties: { name: { type: string }, age: { type: integer }, tags: { type: array } }
  /pets/{id}:
    get: { summary: One pet }
`;
const json = JSON.stringify({
  swagger: '2.0',
  info: { title: 'Old', version: '1' },
  host: 'old.example.com',
  basePath: '/api',
  paths: { '/rain': { get: { operationId: 'rain', parameters: [{ name: 'x-city', in: 'header' }] } } },
});

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.play(({ request }) => {
    if (request.endsWith('/openapi.yaml')) return { text: yaml, headers: { 'content-type': 'text/yaml' } };
    if (request.endsWith('/openapi.json')) return { text: json };
    if (request.endsWith('/gone')) return { status: 404, body: { error: 'no such pet' } };
    return { body: { ok: request } };
  });
});

const contextOf = (variables = {}) =>
  testContext({ variables, services: { fetch: vendor.fetch, sandbox: vmSandbox } });
const link = (path: string) => ({ inputType: 'link', openApiLink: `https://docs.example.com${path}` });
const file = (text: string, name: string) =>
  `data:text/yaml;base64,${Buffer.from(text).toString('base64')},filename:${name}`;
const toolsOf = (given: Record<string, unknown>, context = contextOf()) =>
  runNode<Tool[]>('openAPIToolkit', { openApiFile: '-', openApiLink: '-', ...given }, context);

describe('openAPIToolkit', () => {
  it('makes a tool of each operation of a YAML document', async () => {
    const tools = await toolsOf({ inputType: 'file', openApiFile: file(yaml, 'pets.yaml') });
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['list_pets', 'Lists pets'],
      ['add_pet', 'POST /pets'],
      ['get_pets_id', 'One pet'],
    ]);
    expect(tools[1]?.inputSchema).toMatchObject({
      properties: { name: { type: 'string' }, age: { type: 'number' } },
      required: ['name'],
    });
  });

  it('sends the inputs where they belong, with the headers of the node and the key of the workspace', async () => {
    const context = contextOf({ pet_store_token: 'PET-KEY' });
    const given = { ...link('/openapi.yaml'), headers: { 'x-team': 'blue' }, removeNulls: true };
    const [list, add, one] = await toolsOf(given, context);
    vendor.asked.splice(0);
    expect((await list?.execute({ kind: 'a cat' }, context))?.text).toBe(
      '{"ok":"GET https://pets.example.com/v2/pets?kind=a+cat"}',
    );
    await add?.execute({ name: 'Tom', age: null, tags: '["fat"]' }, context);
    await one?.execute({ id: 'a/b' }, context);
    expect(vendor.asked.map(({ request, body }) => [request, body])).toEqual([
      ['GET https://pets.example.com/v2/pets?kind=a+cat', undefined],
      ['POST https://pets.example.com/v2/pets', { name: 'Tom', tags: ['fat'] }],
      ['GET https://pets.example.com/v2/pets/a%2Fb', undefined],
    ]);
    for (const { headers } of vendor.asked)
      expect(headers).toMatchObject({ authorization: 'Bearer PET-KEY', 'x-team': 'blue' });
  });

  it.each(['..', '.', ''])('makes no path of "%s"', async (id) => {
    const tools = await toolsOf(link('/openapi.yaml'));
    await expect(tools[2]?.execute({ id }, contextOf())).rejects.toMatchObject({ code: 'TOOL_FAILED' });
  });

  it('tells the model what a refusing service says', async () => {
    const tools = await toolsOf({ ...link('/openapi.yaml'), selectedServer: 'https://test.example.com/' });
    expect(await tools[2]?.execute({ id: 'gone' }, contextOf())).toEqual({
      text: 'HTTP 404\n{"error":"no such pet"}',
    });
  });

  it.each(['POST /pets', 'post /pets', 'addPet', 'add_pet'])(
    'offers only the chosen operations, here %s',
    async (chosen) => {
      const tools = await toolsOf({ ...link('/openapi.yaml'), selectedEndpoints: JSON.stringify([chosen]) });
      expect(tools.map(({ name }) => name)).toEqual(['add_pet']);
    },
  );

  it.each([true, false])(
    'answers with what an operation gives where it returns it directly: %s',
    async (isStreaming) => {
      const context = { ...contextOf(), isStreaming };
      const tools = await toolsOf({ ...link('/openapi.yaml'), returnDirect: true }, context);
      const calls = [{ tool: 'list_pets', input: { kind: 'cat' } }];
      const model = scriptedModel({ toolCalls: calls }, 'never said');
      const memory = await runNode('bufferMemory', {}, context);
      const answer = await askChain('toolAgent', { model, memory, tools }, context);
      expect(answer.text).toBe('{"ok":"GET https://pets.example.com/v2/pets?kind=cat"}');
      expect(model.calls).toHaveLength(1);
      if (isStreaming) expect(context.streamedText()).toBe(answer.text);
    },
  );

  it('lets code make the request', async () => {
    const customCode = 'return $options.method + " " + $url + " " + $kind;';
    const [list] = await toolsOf({ ...link('/openapi.yaml'), customCode });
    expect(await list?.execute({ kind: 'cat' }, contextOf())).toEqual({
      text: 'GET https://pets.example.com/v2/pets?kind=cat cat',
    });
  });

  it('lists the servers and operations of a document, also of a stored one', async () => {
    const { loadMethods, upgrades } = await loadNode('openAPIToolkit');
    const request = (inputs: Record<string, unknown>) => ({
      inputs,
      credential: async () => undefined,
      fetch: vendor.fetch,
      readFile: async () => new TextEncoder().encode(json),
      listTools: async () => [],
      signal: new AbortController().signal,
    });
    expect(await loadMethods?.['listServers']?.(request(link('/openapi.yaml')))).toEqual([
      { name: 'https://pets.example.com/v2', label: 'https://pets.example.com/v2' },
      { name: 'https://test.example.com', label: 'https://test.example.com' },
    ]);
    const stored = { inputType: 'file', openApiFile: 'FILE-STORAGE::["old.json"]' };
    expect(await loadMethods?.['listEndpoints']?.(request(stored))).toEqual([
      { name: 'GET /rain', label: 'GET /rain', description: 'GET /rain' },
    ]);
    expect(await loadMethods?.['listEndpoints']?.(request({ inputType: 'file' }))).toEqual([]);
    expect(upgrades?.[2.1]?.({ yamlFile: 'x', removeNulls: true })).toEqual({
      inputType: 'file',
      openApiFile: 'x',
      removeNulls: true,
    });
  });

  it.each([
    [link('/nothing/gone'), 'answered 404'],
    [{ inputType: 'file', openApiFile: file('a: [', 'x.yaml') }, 'must be valid JSON or YAML'],
    [{ inputType: 'file', openApiFile: file('a: 1', 'x.yaml') }, 'is no OpenAPI description'],
    [{ ...link('/openapi.json'), selectedEndpoints: '["GET /snow"]' }, 'no operation "GET /snow"'],
  ])('says what is wrong with %o', async (given, words) => {
    await expect(toolsOf(given)).rejects.toThrow(words);
  });
});

describe('openApiChain', () => {
  it('makes the request that its model chooses, and answers from the response', async () => {
    const calls = [{ tool: 'rain', input: { x_city: 'Rome' } }];
    const model = scriptedModel({ toolCalls: calls }, 'It rains.');
    const yamlLink = 'https://docs.example.com/openapi.json';
    const answer = await askChain('openApiChain', { model, yamlLink, headers: { a: 'b' } }, contextOf());
    expect(answer).toMatchObject({ text: 'It rains.', usedTools: [{ tool: 'rain' }] });
    expect(vendor.asked.at(-1)).toMatchObject({
      request: 'GET https://old.example.com/api/rain',
      headers: { 'x-city': 'Rome', a: 'b' },
    });
  });

  it('reads a stored file, and asks nothing when the question is refused', async () => {
    const model = scriptedModel('never');
    const refusing = { nodeId: 'm', check: async () => 'Not here.' };
    const given = { model, yamlFile: file(yaml, 'pets.yml'), inputModeration: [refusing] };
    expect(await askChain('openApiChain', given, contextOf())).toEqual({ text: 'Not here.' });
    expect(model.calls).toEqual([]);
    await expect(askChain('openApiChain', { model }, contextOf())).rejects.toThrow('a file or a link');
  });
});
