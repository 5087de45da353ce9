import { AppError } from '@tendril/contract/app-error';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../catalogue.ts';
import { credentialModules } from '../credentials/index.gen.ts';
import { createInterfaces } from '../interfaces/read-interfaces.ts';

const key = 'CANARY-right-key-0001';

interface ToolSecret {
  fields: Record<string, string>;
  /** What its cheapest question is. */
  url: string;
  header?: [name: string, value: string];
  body?: unknown;
}

const secrets: Record<string, ToolSecret> = {
  googleCustomSearchApi: {
    fields: { googleCustomSearchApiKey: key, googleCustomSearchApiId: 'engine-1' },
    url: `https://www.googleapis.com/customsearch/v1?key=${key}&cx=engine-1&q=test&num=1`,
  },
  serpApi: { fields: { serpApiKey: key }, url: `https://serpapi.com/account?api_key=${key}` },
  serperApi: {
    fields: { serperApiKey: key },
    url: 'https://google.serper.dev/search?q=test',
    header: ['x-api-key', key],
  },
  braveSearchApi: {
    fields: { braveApiKey: key },
    url: 'https://api.search.brave.com/res/v1/web/search?q=test&count=1',
    header: ['x-subscription-token', key],
  },
  searchApi: {
    fields: { searchApiKey: key },
    url: 'https://www.searchapi.io/api/v1/me',
    header: ['authorization', `Bearer ${key}`],
  },
  tavilyApi: {
    fields: { tavilyApiKey: key },
    url: 'https://api.tavily.com/usage',
    header: ['authorization', `Bearer ${key}`],
  },
  exaSearchApi: {
    fields: { exaSearchApiKey: key },
    url: 'https://api.exa.ai/search',
    header: ['x-api-key', key],
    body: { query: 'test', numResults: 1 },
  },
  stripeApi: {
    fields: { stripeApiToken: key },
    url: 'https://api.stripe.com/v1/balance',
    header: ['authorization', `Bearer ${key}`],
  },
  wolframAlphaAppId: {
    fields: { wolframAlphaAppId: key },
    url: `https://www.wolframalpha.com/api/v1/llm-api?appid=${key}&input=1%2B1`,
  },
};

const kindOf = async (name: string) => {
  const kind = await createCatalogue().credential(name);
  if (!kind?.test) throw new Error(`${name} has no test`);
  return { ...kind, test: kind.test };
};

describe.each(Object.entries(secrets))('the test of %s', (name, secret) => {
  it('asks its own vendor the cheapest question', async () => {
    const kind = await kindOf(name);
    const asked: [url: string, init: RequestInit | undefined][] = [];
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      asked.push([String(url), init]);
      return Response.json({});
    };
    const padded = Object.fromEntries(
      Object.entries(secret.fields).map(([field, value]) => [field, ` ${value}\n`]),
    );
    expect(await kind.test(padded, { fetch, signal: AbortSignal.timeout(5000) })).toBe('');
    const [[url, init] = ['', undefined]] = asked;
    expect([asked.length, url]).toEqual([1, secret.url]);
    expect(init?.redirect).toBe('manual');
    if (secret.header) expect(new Headers(init?.headers).get(secret.header[0])).toBe(secret.header[1]);
    expect(init?.body && JSON.parse(String(init.body))).toEqual(secret.body);
    expect(kind.hosts).toContain(new URL(url).origin);
  });

  it('says that the key was refused, without the key', async () => {
    const kind = await kindOf(name);
    const fetch = async () => Response.json({ error: `bad key ${key}` }, { status: 401 });
    const error = await kind.test(secret.fields, { fetch, signal: AbortSignal.timeout(5000) }).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
    expect(String(error)).not.toContain('CANARY');
  });
});

it('each has the fields that flow files and exports name', async () => {
  const rows = new Map((await createInterfaces().credentials()).map((row) => [row.name, row]));
  for (const name of Object.keys(secrets)) {
    expect(Object.hasOwn(credentialModules, name)).toBe(true);
    const kind = await kindOf(name);
    expect(Object.keys(kind.inputs)).toEqual(rows.get(name)?.inputs.map((input) => input.name));
  }
});

it.each([
  'gmailOAuth2',
  'googleCalendarOAuth2',
  'googleDocsOAuth2',
  'googleDriveOAuth2',
  'googleSheetsOAuth2',
  'microsoftOutlookOAuth2',
  'microsoftTeamsOAuth2',
])('%s is a sign-in with the fields of flow files, for its own vendor', async (name) => {
  const kind = await createCatalogue().credential(name);
  const row = (await createInterfaces().credentials()).find((one) => one.name === name);
  expect(Object.keys(kind?.inputs ?? {})).toEqual(row?.inputs.map((input) => input.name));
  expect(kind?.oauth2).toMatchObject({ clientAuth: 'post', pkce: true });
  expect(kind?.oauth2?.scopes.length).toBeGreaterThan(0);
  expect(kind?.hosts).toEqual([
    name.startsWith('microsoft') ? 'https://graph.microsoft.com' : 'https://*.googleapis.com',
  ]);
});
