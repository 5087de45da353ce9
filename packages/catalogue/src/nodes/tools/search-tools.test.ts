import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const key = 'CANARY-key-0001';
const organic = [{ position: 1, title: 'Tea', link: 'https://tea.test/', snippet: 'About tea.' }];
const pages = [{ title: 'Tea', link: 'https://tea.test/', snippet: 'About tea.' }];

interface Asked {
  request: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

interface SearchCase {
  node: string;
  given?: Record<string, unknown>;
  secret?: Record<string, string>;
  tool: string;
  property?: string;
  /** What the vendor has to be asked. */
  request: string;
  header?: [name: string, value: string];
  body?: unknown;
  /** What it answers, and what the model gets of it. */
  answer: unknown;
  text: unknown;
  service: string;
}

const cases: SearchCase[] = [
  {
    node: 'googleCustomSearch',
    secret: { googleCustomSearchApiKey: key, googleCustomSearchApiId: 'engine-1' },
    tool: 'google-custom-search',
    request: `GET /customsearch/v1?key=${key}&cx=engine-1&q=green+tea`,
    answer: { kind: 'customsearch#search', items: [{ kind: 'customsearch#result', ...organic[0] }] },
    text: pages,
    service: 'Google Custom Search',
  },
  {
    node: 'serpAPI',
    secret: { serpApiKey: key },
    tool: 'search',
    request: `GET /search?engine=google&api_key=${key}&output=json&q=green+tea`,
    answer: { answer_box: { type: 'organic_result', snippet: 'A drink.' }, organic_results: organic },
    text: { answer: 'A drink.', results: pages },
    service: 'SerpApi',
  },
  {
    node: 'searchAPI',
    secret: { searchApiKey: key },
    tool: 'search_api',
    request: 'GET /api/v1/search?engine=google&q=green+tea',
    header: ['authorization', `Bearer ${key}`],
    answer: { search_metadata: { status: 'Success' }, organic_results: organic },
    text: pages,
    service: 'SearchApi',
  },
  {
    node: 'serper',
    secret: { serperApiKey: key },
    tool: 'serper',
    request: 'POST /search',
    header: ['x-api-key', key],
    body: { q: 'green tea' },
    answer: { searchParameters: { q: 'green tea' }, answerBox: { answer: 'A drink.' }, organic, credits: 1 },
    text: { answerBox: { answer: 'A drink.' }, results: pages },
    service: 'Serper',
  },
  {
    node: 'braveSearchAPI',
    secret: { braveApiKey: key },
    tool: 'brave-search',
    request: 'GET /res/v1/web/search?q=green+tea',
    header: ['x-subscription-token', key],
    answer: {
      type: 'search',
      web: { results: [{ title: 'Tea', url: 'https://tea.test/', description: 'About tea.' }] },
    },
    text: pages,
    service: 'Brave Search',
  },
  {
    node: 'tavilyAPI',
    given: {
      topic: 'news',
      searchDepth: 'advanced',
      chunksPerSource: '2',
      maxResults: '4',
      timeRange: 'week',
      days: '9',
      includeAnswer: true,
      includeDomains: 'a.test, b.test',
    },
    secret: { tavilyApiKey: key },
    tool: 'tavily-search',
    property: 'query',
    request: 'POST /search',
    header: ['authorization', `Bearer ${key}`],
    body: {
      query: 'green tea',
      topic: 'news',
      search_depth: 'advanced',
      chunks_per_source: 2,
      days: 9,
      max_results: 4,
      time_range: 'week',
      include_answer: true,
      include_raw_content: false,
      include_images: false,
      include_image_descriptions: false,
      include_domains: ['a.test', 'b.test'],
    },
    answer: { query: 'green tea', answer: 'A drink.', images: [], results: [{ url: 'u', score: 0.9 }] },
    text: { answer: 'A drink.', images: [], results: [{ url: 'u', score: 0.9 }] },
    service: 'Tavily',
  },
  {
    node: 'exaSearch',
    given: {
      numResults: '3',
      type: 'neural',
      category: 'news',
      includeDomains: 'a.test',
      startCrawlDate: '2026-01-01',
    },
    secret: { exaSearchApiKey: key },
    tool: 'exa_search',
    request: 'POST /search',
    header: ['x-api-key', key],
    body: {
      query: 'green tea',
      numResults: 3,
      type: 'neural',
      category: 'news',
      includeDomains: ['a.test'],
      startCrawlDate: '2026-01-01',
      contents: { text: { maxCharacters: 2000 } },
    },
    answer: { requestId: 'r', results: [{ title: 'Tea', url: 'https://tea.test/', text: 'About tea.' }] },
    text: [{ title: 'Tea', url: 'https://tea.test/', text: 'About tea.' }],
    service: 'Exa',
  },
  {
    node: 'wolframAlpha',
    secret: { wolframAlphaAppId: key },
    tool: 'wolfram_alpha',
    request: `GET /api/v1/llm-api?appid=${key}&input=green+tea`,
    answer: 'Query:\n"green tea"\n\nResult:\na drink',
    text: 'Query:\n"green tea"\n\nResult:\na drink',
    service: 'WolframAlpha',
  },
  {
    node: 'searXNG',
    given: {
      apiBase: 'https://search.test/',
      categories: 'news',
      language: 'de',
      safesearch: '1',
      headers: `{"x-own":"${key}"}`,
    },
    tool: 'searxng-search',
    request: 'GET /search?q=green+tea&format=json&categories=news&language=de&safesearch=1',
    header: ['x-own', key],
    answer: {
      query: 'green tea',
      results: [{ title: 'Tea', url: 'https://tea.test/', content: 'About tea.' }],
    },
    text: pages,
    service: 'SearXNG',
  },
];

let server: Server;
let origin = '';
const asked: Asked[] = [];
let play: { status: number; body: unknown } | 'hang' = 'hang';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    asked.push({ request: `${request.method} ${request.url}`, headers: request.headers, body });
    if (play === 'hang') return;
    response.writeHead(play.status, { location: '/stray' });
    response.end(typeof play.body === 'string' ? play.body : JSON.stringify(play.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void asked.splice(0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function contextOf({ secret }: SearchCase, signal = new AbortController().signal) {
  const services = { fetch: redirectFetch(origin) };
  return testContext({ services, signal, ...(secret && { credential: secret }) });
}

async function search(one: SearchCase, signal?: AbortSignal): Promise<string> {
  const context = contextOf(one, signal);
  const tool = await runNode<Tool>(one.node, one.given ?? {}, context);
  return (await tool.execute({ [one.property ?? 'input']: ' green tea ' }, context)).text;
}

describe.each(cases)('$node', (one) => {
  const failure = (status: number) => {
    play = { status, body: { error: { message: `no good: ${key}` } } };
    return search(one).then(
      () => undefined,
      (error: { code: string; message: string }) => error,
    );
  };

  it('is a tool that asks the vendor and gives what was found', async () => {
    play = { status: 200, body: one.answer };
    const tool = await runNode<Tool>(one.node, one.given ?? {}, contextOf(one));
    expect(tool).toMatchObject({ name: one.tool, inputSchema: { required: [one.property ?? 'input'] } });
    const text = await search(one);
    expect(typeof one.text === 'string' ? text : JSON.parse(text)).toEqual(one.text);
    expect(asked.map(({ request, body }) => ({ request, body }))).toEqual([
      { request: one.request, body: one.body },
    ]);
    if (one.header) expect(asked[0]?.headers[one.header[0]]).toBe(one.header[1]);
  });

  it('says in words what the vendor refused, without the key', async () => {
    const codes = {
      400: 'PROVIDER_REFUSED',
      401: 'PROVIDER_UNAUTHORIZED',
      429: 'PROVIDER_RATE_LIMITED',
      503: 'PROVIDER_UNAVAILABLE',
      302: 'PROVIDER_UNAVAILABLE',
    };
    for (const [status, code] of Object.entries(codes)) {
      const error = await failure(Number(status));
      expect([status, error?.code]).toEqual([status, code]);
      expect(error?.message).toContain(one.service);
      expect(error?.message).not.toContain('CANARY');
    }
    expect(asked).toHaveLength(5);
  });

  it('ends with the run', async () => {
    play = 'hang';
    const stop = new AbortController();
    const searching = search(one, stop.signal);
    await expect.poll(() => asked.length).toBe(1);
    stop.abort();
    await expect(searching).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
  });
});

it('says so when nothing was found, and when there is no question', async () => {
  for (const one of cases.filter(({ node }) => node !== 'wolframAlpha')) {
    play = { status: 200, body: one.node === 'serpAPI' ? { error: 'No results.' } : { results: [] } };
    expect([one.node, await search(one)]).toEqual([one.node, 'Nothing was found.']);
    const context = contextOf(one);
    const tool = await runNode<Tool>(one.node, {}, context);
    await expect(tool.execute({}, context)).rejects.toMatchObject({ code: 'NODE_FAILED' });
  }
});

it('needs its key before it can be used', async () => {
  for (const { node } of cases.filter(({ secret }) => secret))
    await expect(runNode(node, {}, testContext())).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' });
});

it('reads the pages of a SearXNG server that gives no JSON', async () => {
  const [one] = cases.filter(({ node }) => node === 'searXNG');
  if (!one) throw new Error('no case');
  play = {
    status: 200,
    body: '<body><nav>Menu</nav><article class="result"><h3>Tea</h3><p>About tea.</p></article>',
  };
  const text = await search({ ...one, given: { apiBase: 'https://search.test', format: 'html' } });
  expect(text).toBe('Tea\n\nAbout tea.');
});
