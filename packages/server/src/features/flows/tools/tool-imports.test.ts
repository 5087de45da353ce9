import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OfferedOperation } from '@tendril/contract/api/tool-imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studio}/tools/import`;

const description = {
  openapi: '3.0.3',
  info: { title: 'Pet Store', version: '1.2' },
  servers: [{ url: '/v1' }],
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    parameters: {
      Limit: { name: 'limit', in: 'query', schema: { type: 'integer' }, description: 'How many' },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'What it is called' },
          age: { type: 'integer' },
          tags: { type: 'array', items: { type: 'string' } },
          parent: { $ref: '#/components/schemas/Pet' },
        },
      },
    },
  },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'Lists pets',
        parameters: [{ $ref: '#/components/parameters/Limit' }],
      },
      post: {
        operationId: 'addPet',
        summary: 'Adds a pet',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
    '/pets/{pet-id}': {
      parameters: [{ name: 'pet-id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { summary: 'One pet', deprecated: true },
    },
  },
};

/** A service with a description and a response that repeats its request. */
async function openService(): Promise<{ server: Server; origin: string; host: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/openapi.json') response.end(JSON.stringify(description));
      else if (request.url === '/huge') response.end(' '.repeat(5_000_000));
      else if (request.url === '/inside')
        response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else if (request.url === '/missing') response.writeHead(404).end('no');
      else {
        const { method, headers } = request;
        const body = Buffer.concat(chunks).toString();
        response.end(
          JSON.stringify({ method, url: request.url, authorization: headers.authorization, body }),
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, origin: `http://${host}`, host };
}

describe.each(databases)('tools made from descriptions on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let service: Awaited<ReturnType<typeof openService>>;

  beforeAll(async () => {
    service = await openService();
    app = await createTestApp({ database, config: { egressAllow: [service.host] } });
    user = await app.signIn();
  });
  afterAll(async () => {
    service.server.closeAllConnections();
    service.server.close();
    await app.close();
  });

  const post = (path: string, payload: object) =>
    user.inject({ method: 'POST', url: `${url}/${path}`, payload });
  const run = async (code: string, values: object) =>
    (
      await user.inject({
        method: 'POST',
        url: `${studio}/node-custom-function`,
        payload: { javascriptFunction: code, functionInputVariables: values },
      })
    ).json();
  const operation = async (name: string): Promise<OfferedOperation> => {
    const answer = await post('openapi', { url: `${service.origin}/openapi.json` });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().operations.find((one: OfferedOperation) => one.name === name);
  };

  it('an OpenAPI address gives a tool for each operation, its server taken from the address', async () => {
    const answer = (await post('openapi', { url: `${service.origin}/openapi.json` })).json();
    expect(answer).toMatchObject({
      title: 'Pet Store',
      version: '1.2',
      baseUrl: `${service.origin}/v1`,
      leftOut: 0,
      variables: [{ name: 'pet_store_token', isThere: false }],
    });
    expect(answer.operations.map((one: OfferedOperation) => [one.name, one.isDeprecated])).toEqual([
      ['list_pets', false],
      ['add_pet', false],
      ['get_pets_pet_id', true],
    ]);
  });

  it('the code of an operation makes its request in the sandbox, with the token of a variable', async () => {
    await user.inject({
      method: 'POST',
      url: `${studio}/variables`,
      payload: { name: 'pet_store_token', value: 'sk-1', isSecret: true },
    });
    const add = await operation('add_pet');
    expect(JSON.parse(add.schema)).toMatchObject([
      { property: 'name', type: 'string', required: true },
      { property: 'age', type: 'number', required: false },
      { property: 'tags', type: 'string' },
      { property: 'parent', type: 'string' },
    ]);
    const added = await run(add.func, { name: 'Rex', tags: '["a","b"]' });
    expect(added.error).toBeNull();
    const seen = JSON.parse(added.output);
    expect(seen).toMatchObject({ method: 'POST', url: '/v1/pets', authorization: 'Bearer sk-1' });
    expect(JSON.parse(seen.body)).toEqual({ name: 'Rex', tags: ['a', 'b'] });
    const listed = JSON.parse((await run((await operation('list_pets')).func, { limit: 3 })).output);
    expect(listed.url).toBe('/v1/pets?limit=3');
    const one = JSON.parse(
      (await run((await operation('get_pets_pet_id')).func, { pet_id: 'a/b c' })).output,
    );
    expect(one.url).toBe('/v1/pets/a%2Fb%20c');
  });

  it('the code of a curl command makes the same request, with a login in base64', async () => {
    const { draft, variables, remarks } = (
      await post('curl', { command: `curl --compressed -u ada:x '${service.origin}/find?q=tea' -d 'size=2'` })
    ).json();
    expect(remarks).toEqual(['--compressed is left out.']);
    expect(variables).toHaveLength(1);
    await user.inject({
      method: 'POST',
      url: `${studio}/variables`,
      payload: { name: variables[0].name, value: 'ada:pässword', isSecret: true },
    });
    const answered = await run(draft.func, { q: 'green tea' });
    expect(answered.error).toBeNull();
    expect(JSON.parse(answered.output)).toMatchObject({
      method: 'POST',
      url: '/find?q=green+tea',
      authorization: `Basic ${Buffer.from('ada:pässword').toString('base64')}`,
      body: 'size=2',
    });
  });

  it('YAML is read as JSON is', async () => {
    const text = [
      'openapi: 3.1.0',
      'info: {title: Clock, version: "2"}',
      'servers: [{url: "https://{region}.clock.test", variables: {region: {default: eu}}}]',
      'paths:',
      '  /now: {get: {operationId: now, description: The time}}',
    ].join('\n');
    expect((await post('openapi', { text })).json()).toMatchObject({
      baseUrl: 'https://eu.clock.test',
      operations: [{ name: 'now', description: 'The time', method: 'GET' }],
    });
  });

  it('references that go round, lead outside or nowhere are read without them', async () => {
    const loop = { $ref: '#/components/schemas/B' };
    const text = JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'x', version: '1' },
      servers: [{ url: 'https://x.test' }],
      components: {
        schemas: {
          A: loop,
          B: { $ref: '#/components/schemas/A' },
          C: { allOf: [{ $ref: '#/components/schemas/C' }] },
        },
      },
      paths: {
        '/a': {
          post: {
            parameters: [{ $ref: 'https://evil.test/p.json' }, { $ref: '#/nowhere' }],
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/C' } } } },
          },
          put: { requestBody: { content: { 'application/json': { schema: loop } } } },
        },
      },
    });
    const answer = await post('openapi', { text });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().operations).toHaveLength(2);
  });

  it('ATK-109: aliases that blow up, deep nesting, tags and foreign texts are refused by name', async () => {
    const line = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`).join(',')}]`;
    const bomb = ['a: &a [x,x]', line('b', 'a'), line('c', 'b'), line('d', 'c'), line('e', 'd')].join('\n');
    const texts = [
      bomb,
      '['.repeat(100_000),
      `a: ${'{b: '.repeat(5000)}`,
      'a: !!js/function "function () {}"',
      '{"__proto__": {}}',
      'just words',
      '[]',
      '{"openapi":"3.0.0"}',
      'a'.repeat(2_100_000),
    ];
    for (const text of texts) {
      const answer = await post('openapi', { text });
      expect([text.slice(0, 20), answer.statusCode]).toEqual([text.slice(0, 20), 400]);
      expect(answer.json().details[0].path).toMatch(/^text/);
    }
  }, 60_000);

  it('a description of ten thousand operations shows the first, and how many more there are', async () => {
    const paths = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`/p${at}`, { get: {} }]));
    const text = JSON.stringify({ openapi: '3.0.0', info: {}, paths });
    const answer = (await post('openapi', { text })).json();
    expect([answer.operations.length, answer.leftOut]).toEqual([300, 9700]);
  });

  it.each([
    ['http://169.254.169.254/latest', 422],
    ['http://localhost:1/x', 422],
    ['http://[::1]/x', 422],
    ['file:///etc/passwd', 400],
  ])('the address %s is refused', async (address, status) => {
    const answer = await post('openapi', { url: address });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().code).toBe(status === 422 ? 'EGRESS_DENIED' : 'INVALID_INPUT');
  });

  it('an address that leads inside, is missing or is too large says so', async () => {
    expect((await post('openapi', { url: `${service.origin}/inside` })).json().code).toBe('EGRESS_DENIED');
    for (const [path, words] of [
      ['missing', '404'],
      ['huge', '4 MB'],
    ]) {
      const answer = await post('openapi', { url: `${service.origin}/${path}` });
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'url']);
      expect(answer.json().message).toContain(words);
    }
  });

  it('several tools are added at once, all or none, and a taken name gets a number', async () => {
    const tool = { name: 'same', description: 'x' };
    const added = await post('tools', { tools: [tool, tool] });
    expect(added.json().map((one: { name: string }) => one.name)).toEqual(['same', 'same_2']);
    const refused = await post('tools', {
      tools: [
        { ...tool, name: 'new_one' },
        { ...tool, schema: '{}' },
      ],
    });
    expect(refused.json().details[0].path).toBe('tools.1.schema');
    const names = (await user.inject({ method: 'GET', url: `${studio}/tools` })).json();
    expect(names.some((one: { name: string }) => one.name === 'new_one')).toBe(false);
  });

  it('exported files are read, one or many tools each, and a bad one is named with its field', async () => {
    const good = {
      id: 'x',
      workspaceId: 'y',
      name: 'add up',
      description: 'Adds',
      color: 'red',
      iconSrc: null,
      schema: '[]',
      func: 'return 1',
    };
    const files = [
      { name: 'good.json', text: JSON.stringify(good) },
      { name: 'two.json', text: JSON.stringify([good, { ...good, name: 'other' }]) },
      { name: 'no-json.txt', text: 'hello' },
      { name: 'flow.json', text: '{"nodes":[],"edges":[]}' },
      { name: 'schema.json', text: JSON.stringify({ ...good, schema: '{"a":1}' }) },
      { name: 'list.json', text: JSON.stringify([good, { name: 'x' }]) },
    ];
    const { imported, refused } = (await post('files', { files })).json();
    expect(imported.map((one: { name: string }) => one.name)).toEqual(['add_up', 'add_up_2', 'other']);
    expect(refused.map(({ file, path }: { file: string; path: string }) => [file, path])).toEqual([
      ['no-json.txt', ''],
      ['flow.json', 'name'],
      ['schema.json', 'schema'],
      ['list.json', '1.description'],
    ]);
  });

  it.each([
    ['openapi', {}, 'url'],
    ['openapi', { url: 'https://a.test', text: 'x' }, 'url'],
    ['openapi', { text: 'x', extra: 1 }, 'extra'],
    ['curl', { command: ' ' }, 'command'],
    ['curl', { command: 'curl ftp://a.test' }, 'command'],
    ['tools', { tools: [] }, 'tools'],
    ['tools', { tools: [{ name: 'has space', description: 'x' }] }, 'tools.0.name'],
    ['files', { files: [] }, 'files'],
  ])('POST %s %j is refused by %s', async (path, payload, field) => {
    const answer = await post(path, payload);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, field]);
  });
});
