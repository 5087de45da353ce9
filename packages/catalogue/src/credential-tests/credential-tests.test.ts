import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@tendril/contract/app-error';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../catalogue.ts';
import { credentialModules } from '../credentials/index.gen.ts';
import { redirectFetch } from '../testing/redirect-fetch.ts';

const key = 'sk-CANARY-right-key-0001';
const models = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `m${index}` }));

interface Vendor {
  fields: Record<string, string>;
  /** The field that holds the key. */
  field: string;
  /** What the request has to be, the key in its place. */
  path: string;
  header: [name: string, value: string];
  answer: unknown;
  remark: string;
}

/** What each vendor is asked, and what it says. */
const vendors: Record<string, Vendor> = {
  openAIApi: {
    fields: {},
    field: 'openAIApiKey',
    path: 'GET /v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(38) },
    remark: '38 models',
  },
  groqApi: {
    fields: {},
    field: 'groqApiKey',
    path: 'GET /openai/v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(1) },
    remark: '1 model',
  },
  anthropicApi: {
    fields: {},
    field: 'anthropicApiKey',
    path: 'GET /v1/models?limit=1000',
    header: ['x-api-key', key],
    answer: { data: models(9) },
    remark: '9 models',
  },
  googleGenerativeAI: {
    fields: {},
    field: 'googleGenerativeAPIKey',
    path: 'GET /v1beta/models?pageSize=1000',
    header: ['x-goog-api-key', key],
    answer: { models: models(4) },
    remark: '4 models',
  },
  elevenLabsApi: {
    fields: {},
    field: 'elevenLabsApiKey',
    path: 'GET /v1/models',
    header: ['xi-api-key', key],
    answer: models(6),
    remark: '6 models',
  },
  deepgramApi: {
    fields: {},
    field: 'deepgramApiKey',
    path: 'GET /v1/projects',
    header: ['authorization', `Token ${key}`],
    answer: { projects: [{ project_id: 'p' }] },
    remark: '1 project',
  },
  playHtApi: {
    fields: { playHtUserId: 'user-1' },
    field: 'playHtApiKey',
    path: 'GET /api/v2/voices',
    header: ['authorization', `Bearer ${key}`],
    answer: [{ id: 's3://a', name: 'A' }],
    remark: '1 voice',
  },
  assemblyAIApi: {
    fields: {},
    field: 'assemblyAIApiKey',
    path: 'GET /v2/transcript?limit=1',
    header: ['authorization', key],
    answer: { transcripts: [] },
    remark: '',
  },
  azureCognitiveServices: {
    fields: { serviceRegion: ' WestUS ' },
    field: 'azureSubscriptionKey',
    path: 'POST /sts/v1.0/issueToken',
    header: ['ocp-apim-subscription-key', key],
    answer: 'a.short.token',
    remark: 'westus',
  },
  twilioApi: {
    fields: { accountSid: ' AC00112233445566778899aabbccddeeff ' },
    field: 'authToken',
    path: 'GET /2010-04-01/Accounts/AC00112233445566778899aabbccddeeff.json',
    header: [
      'authorization',
      `Basic ${Buffer.from(`AC00112233445566778899aabbccddeeff:${key}`).toString('base64')}`,
    ],
    answer: { sid: 'AC00112233445566778899aabbccddeeff', status: 'active' },
    remark: '',
  },
  telnyxApi: {
    fields: {},
    field: 'apiKey',
    path: 'GET /v2/phone_numbers?page[size]=1',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: [], meta: { total_results: 3 } },
    remark: '3 numbers',
  },
  mistralAIApi: {
    fields: {},
    field: 'mistralAIAPIKey',
    path: 'GET /v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(3) },
    remark: '3 models',
  },
  deepseekApi: {
    fields: {},
    field: 'deepseekApiKey',
    path: 'GET /models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(3) },
    remark: '3 models',
  },
  xaiApi: {
    fields: {},
    field: 'xaiApiKey',
    path: 'GET /v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(3) },
    remark: '3 models',
  },
  cerebrasAIApi: {
    fields: {},
    field: 'cerebrasApiKey',
    path: 'GET /v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(3) },
    remark: '3 models',
  },
  fireworksApi: {
    fields: {},
    field: 'fireworksApiKey',
    path: 'GET /inference/v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(3) },
    remark: '3 models',
  },
  AlibabaApi: {
    fields: {},
    field: 'alibabaApiKey',
    path: 'GET /compatible-mode/v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(3) },
    remark: '3 models',
  },
  cometApi: {
    fields: {},
    field: 'cometApiKey',
    path: 'GET /v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: models(3) },
    remark: '3 models',
  },
  cohereApi: {
    fields: {},
    field: 'cohereApiKey',
    path: 'GET /v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: { models: models(2) },
    remark: '2 models',
  },
  togetherAIApi: {
    fields: {},
    field: 'togetherAIApiKey',
    path: 'GET /v1/models',
    header: ['authorization', `Bearer ${key}`],
    answer: models(5),
    remark: '5 models',
  },
  openRouterApi: {
    fields: {},
    field: 'openRouterApiKey',
    path: 'GET /api/v1/key',
    header: ['authorization', `Bearer ${key}`],
    answer: { data: { label: 'mine' } },
    remark: '',
  },
  perplexityApi: {
    fields: {},
    field: 'perplexityApiKey',
    path: 'GET /async/chat/completions',
    header: ['authorization', `Bearer ${key}`],
    answer: { requests: [] },
    remark: '',
  },
  huggingFaceApi: {
    fields: {},
    field: 'huggingFaceApiKey',
    path: 'GET /api/whoami-v2',
    header: ['authorization', `Bearer ${key}`],
    answer: { name: 'ada' },
    remark: 'ada',
  },
  replicateApi: {
    fields: {},
    field: 'replicateApiKey',
    path: 'GET /v1/account',
    header: ['authorization', `Bearer ${key}`],
    answer: { username: 'ada' },
    remark: 'ada',
  },
  azureOpenAIApi: {
    fields: { azureOpenAIApiInstanceName: ' mine ', azureOpenAIApiVersion: '2025-01-01' },
    field: 'azureOpenAIApiKey',
    path: 'GET /openai/models?api-version=2025-01-01',
    header: ['api-key', key],
    answer: { data: models(7) },
    remark: '7 models',
  },
  cloudflareApi: {
    fields: { cloudflareAccountId: ' a1 ' },
    field: 'cloudflareApiToken',
    path: 'GET /client/v4/accounts/a1/ai/models/search?per_page=1',
    header: ['authorization', `Bearer ${key}`],
    answer: { result: [] },
    remark: '',
  },
};

let play: (request: IncomingMessage) => { status: number; body: unknown };
const server = createServer((request, response) => {
  const { status, body } = play(request);
  response.writeHead(status, { 'content-type': 'application/json', location: '/stray' });
  response.end(JSON.stringify(body));
});
let origin = '';
const asked: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void asked.splice(0));
afterAll(() => void server.close());

async function test(name: string, fields: Record<string, string>): Promise<string> {
  const kind = await createCatalogue().credential(name);
  if (!kind?.test) throw new Error(`${name} has no test`);
  return kind.test(fields, { fetch: redirectFetch(origin), signal: AbortSignal.timeout(5000) });
}

describe.each(Object.entries(vendors))('the test of %s', (name, vendor) => {
  const withKey = (value: string) => ({ ...vendor.fields, [vendor.field]: value });
  const refuse = (status: number, body: unknown = { error: { message: `bad key ${key}` } }) => {
    play = () => ({ status, body });
  };
  const failure = () =>
    test(name, withKey(key)).then(
      () => undefined,
      (error: AppError) => error,
    );

  it('asks what the vendor answers to a right key, with the key where it belongs', async () => {
    const [headerName, wanted] = vendor.header;
    play = (request) => {
      asked.push(`${request.method} ${request.url}`);
      const isRight = request.headers[headerName] === wanted;
      return isRight ? { status: 200, body: vendor.answer } : { status: 401, body: {} };
    };
    expect(await test(name, withKey(`  ${key}\n`))).toBe(vendor.remark);
    expect(asked).toEqual([vendor.path]);
    await expect(test(name, withKey('sk-wrong'))).rejects.toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
  });

  it('distinguishes a refused key from a busy vendor, in sentences without the key', async () => {
    const codes: Record<number, string> = {
      401: 'PROVIDER_UNAUTHORIZED',
      403: 'PROVIDER_UNAUTHORIZED',
      429: 'PROVIDER_RATE_LIMITED',
      503: 'PROVIDER_UNAVAILABLE',
      404: 'PROVIDER_REFUSED',
      302: 'PROVIDER_REFUSED',
    };
    for (const [status, code] of Object.entries(codes)) {
      refuse(Number(status));
      const error = await failure();
      expect([status, error?.code]).toEqual([status, code]);
      expect(error?.message).not.toContain('CANARY');
    }
  });

  it('refuses what no header can hold, without asking', async () => {
    refuse(500);
    await expect(test(name, withKey('••••••••'))).rejects.toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
  });
});

it("knows Google's way of refusing a key, and ElevenLabs' way of knowing a restricted one", async () => {
  play = () => ({ status: 400, body: { error: { details: [{ reason: 'API_KEY_INVALID' }] } } });
  await expect(test('googleGenerativeAI', { googleGenerativeAPIKey: key })).rejects.toMatchObject({
    code: 'PROVIDER_UNAUTHORIZED',
  });
  play = () => ({ status: 401, body: { detail: { status: 'missing_permissions' } } });
  expect(await test('elevenLabsApi', { elevenLabsApiKey: key })).toBe('a restricted key');
});

it('sends a key with an address of its own there, and an Azure region nowhere but to Azure', async () => {
  play = (request) => {
    asked.push(request.url ?? '');
    return { status: 200, body: { data: [] } };
  };
  expect(await test('openAIApi', { openAIApiKey: key, basePath: 'https://own.example.com/api/v9/' })).toBe(
    '0 models',
  );
  const own = { deepgramApiKey: key, baseUrl: 'https://own.example.com/v7/' };
  await test('deepgramApi', own);
  await test('elevenLabsApi', { elevenLabsApiKey: key, baseUrl: 'https://eu.example.com' });
  expect(asked).toEqual(['/api/v9/models', '/v7/projects', '/v1/models']);
  const fields = { serviceRegion: 'evil.example.com/?', azureSubscriptionKey: key };
  await expect(test('azureCognitiveServices', fields)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(asked).toHaveLength(3);
});

it('asks AWS whose key it is, with a signature', async () => {
  play = (request) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization?.split('/')[0]}`);
    return { status: asked.length === 1 ? 200 : 403, body: {} };
  };
  const fields = { awsKey: ' AKIDEXAMPLE ', awsSecret: key };
  expect(await test('awsApi', fields)).toBe('');
  expect(asked).toEqual(['POST / AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE']);
  await expect(test('awsApi', fields)).rejects.toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
});

it('exchanges a key of IBM for a token', async () => {
  const bodies: string[] = [];
  const kind = await createCatalogue().credential('ibmWatsonx');
  const fetch: typeof globalThis.fetch = async (url, init) => {
    bodies.push(`${url} ${init?.body}`);
    return bodies.length === 1
      ? Response.json({ access_token: 't' })
      : Response.json({ errorMessage: key }, { status: 401 });
  };
  const tools = { fetch, signal: AbortSignal.timeout(5000) };
  expect(await kind?.test?.({ watsonxAIApikey: ` ${key} ` }, tools)).toBe('');
  expect(bodies).toEqual([
    `https://iam.cloud.ibm.com/identity/token grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey=${key}`,
  ]);
  await expect(kind?.test?.({ watsonxAIApikey: key }, tools)).rejects.toMatchObject({
    code: 'PROVIDER_UNAUTHORIZED',
    message: expect.not.stringContaining('CANARY'),
  });
});

it('sends the key of Azure nowhere but to Azure', async () => {
  const fields = { azureOpenAIApiInstanceName: 'evil.example.com/?', azureOpenAIApiKey: key };
  await expect(test('azureOpenAIApi', fields)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(asked).toEqual([]);
});

it('distinguishes an inactive Twilio account and an invalid SID from a refused token', async () => {
  play = () => ({ status: 200, body: { status: 'suspended' } });
  const fields = { accountSid: 'AC00112233445566778899aabbccddeeff', authToken: key };
  await expect(test('twilioApi', fields)).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
  await expect(test('twilioApi', { ...fields, accountSid: '../evil' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

it('every kind that is described by hand says where its values are found, or needs no word about it', async () => {
  for (const { name, docs, description } of await createCatalogue().credentials()) {
    if (!Object.hasOwn(credentialModules, name)) continue;
    expect([name, Boolean(description)]).toEqual([name, true]);
    if (docs) expect([name, URL.parse(docs)?.protocol]).toEqual([name, 'https:']);
  }
});

it('an error of a test is one for people', async () => {
  play = () => ({ status: 200, body: 'no object' });
  await expect(test('groqApi', { groqApiKey: key })).rejects.toBeInstanceOf(AppError);
});
