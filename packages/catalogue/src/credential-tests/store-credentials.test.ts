import { AppError } from '@tendril/contract/app-error';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../catalogue.ts';
import { createInterfaces } from '../interfaces/read-interfaces.ts';

const key = 'CANARY-right-key-0001';

interface StoreSecret {
  fields: Record<string, string>;
  /** What its cheapest question is. */
  url: string;
  header: [name: string, value: string];
  body?: unknown;
}

const bearer: [string, string] = ['authorization', `Bearer ${key}`];
const basic = (user: string): [string, string] => ['authorization', `Basic ${btoa(`${user}:${key}`)}`];

const secrets: Record<string, StoreSecret> = {
  pineconeApi: {
    fields: { pineconeApiKey: key },
    url: 'https://api.pinecone.io/indexes',
    header: ['api-key', key],
  },
  AstraDBApi: {
    fields: { applicationToken: key, dbEndPoint: 'https://db.astra.test/' },
    url: 'https://db.astra.test/api/json/v1',
    header: ['token', key],
    body: { findKeyspaces: {} },
  },
  upstashVectorApi: {
    fields: { UPSTASH_VECTOR_REST_URL: 'https://v.upstash.io', UPSTASH_VECTOR_REST_TOKEN: key },
    url: 'https://v.upstash.io/info',
    header: bearer,
  },
  upstashRedisApi: {
    fields: { upstashConnectionUrl: 'https://r.upstash.io', upstashConnectionToken: key },
    url: 'https://r.upstash.io',
    header: bearer,
    body: ['PING'],
  },
  elasticsearchApi: {
    fields: { endpoint: 'https://e.test', apiKey: key },
    url: 'https://e.test/_security/_authenticate',
    header: ['authorization', `ApiKey ${key}`],
  },
  elasticSearchUserPassword: {
    fields: { cloudId: `mine:${btoa('eu.elastic-cloud.com$abc$def')}`, username: 'me', password: key },
    url: 'https://abc.eu.elastic-cloud.com/_security/_authenticate',
    header: basic('me'),
  },
  vectaraApi: {
    fields: { customerID: '1', corpusID: 'shop', apiKey: key },
    url: 'https://api.vectara.io/v2/corpora?limit=1',
    header: ['x-api-key', key],
  },
  airtableApi: {
    fields: { accessToken: key },
    url: 'https://api.airtable.com/v0/meta/whoami',
    header: bearer,
  },
  apifyApi: { fields: { apifyApiToken: key }, url: 'https://api.apify.com/v2/users/me', header: bearer },
  figmaApi: {
    fields: { accessToken: key },
    url: 'https://api.figma.com/v1/me',
    header: ['x-figma-token', key],
  },
  fireCrawlApi: {
    fields: { firecrawlApiToken: key, firecrawlApiUrl: '' },
    url: 'https://api.firecrawl.dev/v1/team/credit-usage',
    header: bearer,
  },
  githubApi: { fields: { accessToken: key }, url: 'https://api.github.com/user', header: bearer },
  notionApi: {
    fields: { notionIntegrationToken: key },
    url: 'https://api.notion.com/v1/users/me',
    header: bearer,
  },
  oxylabsApi: {
    fields: { username: 'me', password: key },
    url: 'https://data.oxylabs.io/v2/stats',
    header: basic('me'),
  },
  composioApi: {
    fields: { composioApi: key },
    url: 'https://backend.composio.dev/api/v3/connected_accounts?limit=1',
    header: ['x-api-key', key],
  },
  spiderApi: { fields: { spiderApiKey: key }, url: 'https://api.spider.cloud/data/credits', header: bearer },
  mem0MemoryApi: {
    fields: { apiKey: key },
    url: 'https://api.mem0.ai/v1/ping/',
    header: ['authorization', `Token ${key}`],
  },
  zepMemoryApi: {
    fields: { apiKey: key },
    url: 'https://api.getzep.com/api/v2/projects/info',
    header: ['authorization', `Api-Key ${key}`],
  },
  langsmithApi: {
    fields: { langSmithApiKey: key, langSmithEndpoint: 'https://eu.api.smith.langchain.com' },
    url: 'https://eu.api.smith.langchain.com/api/v1/sessions?limit=1',
    header: ['x-api-key', key],
  },
  langfuseApi: {
    fields: {
      langFuseSecretKey: key,
      langFusePublicKey: 'pk',
      langFuseEndpoint: 'https://cloud.langfuse.com',
    },
    url: 'https://cloud.langfuse.com/api/public/projects',
    header: basic('pk'),
  },
  arizeApi: {
    fields: { arizeApiKey: key, arizeSpaceId: 's', arizeEndpoint: '' },
    url: 'https://otlp.arize.com/v1/traces',
    header: ['api_key', key],
    body: { resourceSpans: [] },
  },
  phoenixApi: {
    fields: { phoenixApiKey: key, phoenixEndpoint: 'https://phoenix.own.test' },
    url: 'https://phoenix.own.test/v1/projects?limit=1',
    header: bearer,
  },
  langwatchApi: {
    fields: { langWatchApiKey: key, langWatchEndpoint: '' },
    url: 'https://app.langwatch.ai/api/prompts',
    header: ['x-auth-token', key],
  },
  opikApi: {
    fields: { opikApiKey: key, opikUrl: '', opikWorkspace: 'mine' },
    url: 'https://www.comet.com/opik/api/v1/private/projects?size=1',
    header: ['authorization', key],
  },
};
/** Kinds whose server is named on the nodes, or that have nothing free to ask. */
const untested = [
  'chromaApi',
  'weaviateApi',
  'milvusAuth',
  'supabaseApi',
  'singleStoreApi',
  'confluenceCloudApi',
  'unstructuredApi',
  'upstashRedisMemoryApi',
  'momentoCacheApi',
  'azureFoundryApi',
];

const kindOf = async (name: string) => {
  const kind = await createCatalogue().credential(name);
  if (!kind) throw new Error(`There is no kind ${name}`);
  return kind;
};

describe.each(Object.entries(secrets))('the test of %s', (name, secret) => {
  it('asks its own vendor the cheapest question', async () => {
    const kind = await kindOf(name);
    const asked: [url: string, init: RequestInit | undefined][] = [];
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      asked.push([String(url), init]);
      return Response.json({});
    };
    expect(await kind.test?.(secret.fields, { fetch, signal: AbortSignal.timeout(5000) })).toBe('');
    const [[url, init] = ['', undefined]] = asked;
    expect([asked.length, url]).toEqual([1, secret.url]);
    expect(init?.redirect).toBe('manual');
    expect(new Headers(init?.headers).get(secret.header[0])).toBe(secret.header[1]);
    expect(init?.body && JSON.parse(String(init.body))).toEqual(secret.body);
  });

  it('says that the key was refused, without the key', async () => {
    const kind = await kindOf(name);
    const fetch = async () => Response.json({ error: `bad key ${key}` }, { status: 401 });
    const error = await kind.test?.(secret.fields, { fetch, signal: AbortSignal.timeout(5000) }).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
    expect(String(error)).not.toContain('CANARY');
  });
});

it.each([...Object.keys(secrets), ...untested])('%s has the fields that flow files name', async (name) => {
  const row = (await createInterfaces().credentials()).find((one) => one.name === name);
  const { inputs } = await kindOf(name);
  expect(Object.keys(inputs)).toEqual(row?.inputs.map((input) => input.name));
  for (const input of row?.inputs ?? []) expect(inputs[input.name]?.label).toBe(input.label);
});
