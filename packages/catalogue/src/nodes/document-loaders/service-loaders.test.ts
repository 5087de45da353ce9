import type { SourceDocument } from '@tendril/contract/provider/document';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayAnswer, type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues, runNode } from '../../testing/run-node.ts';

const key = 'CANARY-key-0001';
const bearer: [string, string] = ['authorization', `Bearer ${key}`];
const basic = (user: string): [string, string] => ['authorization', `Basic ${btoa(`${user}:${key}`)}`];

interface LoaderCase {
  node: string;
  given: Record<string, unknown>;
  secret: Record<string, string>;
  header: [name: string, value: string];
  play: PlayAnswer;
  /** Requests in their order; with the body of those that have one. */
  asked: (string | [string, unknown])[];
  found: { text: string; metadata: Record<string, unknown> }[];
}

const pageOf = (title: string, ...lines: string[]) => [title, ...lines].join('\n');
/** Answers by the end of the address. */
const byPath =
  (answers: Record<string, unknown>): PlayAnswer =>
  ({ request }) => {
    const path = Object.keys(answers).find((end) => request.endsWith(end));
    return path === undefined ? undefined : { body: answers[path] };
  };

const cases: LoaderCase[] = [
  {
    node: 'airtable',
    given: {
      baseId: 'app1',
      tableId: 'tbl1',
      fields: 'Name, Age',
      returnAll: true,
      filterByFormula: 'Age > 1',
    },
    secret: { accessToken: key },
    header: bearer,
    play: ({ body }) =>
      JSON.stringify(body).includes('"offset":"o2"')
        ? { body: { records: [{ id: 'r2', fields: { Name: 'Bob', Tags: ['a'] } }] } }
        : { body: { records: [{ id: 'r1', fields: { Name: 'Ada', Age: 36 } }], offset: 'o2' } },
    asked: [
      [
        'POST https://api.airtable.com/v0/app1/tbl1/listRecords',
        { pageSize: 100, fields: ['Name', 'Age'], filterByFormula: 'Age > 1' },
      ],
      [
        'POST https://api.airtable.com/v0/app1/tbl1/listRecords',
        { pageSize: 100, offset: 'o2', fields: ['Name', 'Age'], filterByFormula: 'Age > 1' },
      ],
    ],
    found: [
      {
        text: 'Name: Ada\nAge: 36',
        metadata: { source: 'https://airtable.com/app1/tbl1/r1', recordId: 'r1' },
      },
      {
        text: 'Name: Bob\nTags: ["a"]',
        metadata: { source: 'https://airtable.com/app1/tbl1/r2', recordId: 'r2' },
      },
    ],
  },
  {
    node: 'apifyWebsiteContentCrawler',
    given: {
      urls: 'https://a.test, https://b.test',
      crawlerType: 'cheerio',
      maxCrawlDepth: 1,
      maxCrawlPages: 3,
      additionalInput: '{"proxy":true}',
    },
    secret: { apifyApiToken: key },
    header: bearer,
    play: () => ({ body: [{ url: 'https://a.test/', text: 'Page A' }] }),
    asked: [
      [
        'POST https://api.apify.com/v2/acts/apify~website-content-crawler/run-sync-get-dataset-items',
        {
          startUrls: [{ url: 'https://a.test' }, { url: 'https://b.test' }],
          crawlerType: 'cheerio',
          maxCrawlDepth: 1,
          maxCrawlPages: 3,
          proxy: true,
        },
      ],
    ],
    found: [{ text: 'Page A', metadata: { source: 'https://a.test/' } }],
  },
  {
    node: 'braveSearchApiLoader',
    given: { query: 'green tea' },
    secret: { braveApiKey: key },
    header: ['x-subscription-token', key],
    play: () => ({
      body: { web: { results: [{ title: 'Tea', url: 'https://t.test', description: 'Good.' }] } },
    }),
    asked: ['GET https://api.search.brave.com/res/v1/web/search?q=green+tea'],
    found: [{ text: 'Tea\nGood.', metadata: { source: 'https://t.test', title: 'Tea' } }],
  },
  {
    node: 'confluence',
    given: { baseUrl: 'https://c.test/wiki', spaceKey: 'DOC', limit: 0 },
    secret: { username: 'me', accessToken: key },
    header: basic('me'),
    play: () => ({
      body: {
        size: 1,
        results: [
          {
            id: '7',
            title: 'Rules',
            body: { storage: { value: '<p>Be <b>kind</b>.</p>' } },
            _links: { webui: '/spaces/DOC/7' },
          },
        ],
      },
    }),
    asked: ['GET https://c.test/wiki/rest/api/content?spaceKey=DOC&limit=25&start=0&expand=body.storage'],
    found: [
      {
        text: 'Rules\n\nBe kind.',
        metadata: { source: 'https://c.test/wiki/spaces/DOC/7', title: 'Rules', pageId: '7' },
      },
    ],
  },
  {
    node: 'figma',
    given: { fileKey: 'F1', nodeIds: '0:1', recursive: true },
    secret: { accessToken: key },
    header: ['x-figma-token', key],
    play: () => ({
      body: {
        nodes: {
          '0:1': {
            document: {
              name: 'Start',
              type: 'FRAME',
              children: [
                { type: 'TEXT', characters: 'Hello' },
                { type: 'GROUP', children: [{ type: 'TEXT', characters: 'World' }] },
              ],
            },
          },
        },
      },
    }),
    asked: ['GET https://api.figma.com/v1/files/F1/nodes?ids=0%3A1'],
    found: [
      {
        text: 'Hello\nWorld',
        metadata: { source: 'https://www.figma.com/design/F1?node-id=0%3A1', title: 'Start' },
      },
    ],
  },
  {
    node: 'fireCrawl',
    given: { crawlerType: 'crawl', url: 'https://a.test', limit: '2', includePaths: 'docs/.*' },
    secret: { firecrawlApiToken: key, firecrawlApiUrl: '' },
    header: bearer,
    play: byPath({
      '/v1/crawl': { id: 'j1' },
      '/v1/crawl/j1': {
        status: 'completed',
        next: 'https://evil.test/v1/crawl/j1?skip=1',
        data: [{ markdown: '# A', metadata: { sourceURL: 'https://a.test/docs', title: 'A' } }],
      },
    }),
    asked: [
      [
        'POST https://api.firecrawl.dev/v1/crawl',
        {
          url: 'https://a.test',
          limit: 2,
          includePaths: ['docs/.*'],
          scrapeOptions: { formats: ['markdown'] },
        },
      ],
      'GET https://api.firecrawl.dev/v1/crawl/j1',
    ],
    found: [{ text: '# A', metadata: { source: 'https://a.test/docs', title: 'A' } }],
  },
  {
    node: 'fireCrawl',
    given: { crawlerType: 'scrape', url: 'https://a.test', includeTags: 'main', onlyMainContent: false },
    secret: { firecrawlApiToken: key },
    header: bearer,
    play: () => ({ body: { success: true, data: { markdown: 'x', metadata: { url: 'https://a.test/' } } } }),
    asked: [
      [
        'POST https://api.firecrawl.dev/v1/scrape',
        { url: 'https://a.test', formats: ['markdown'], onlyMainContent: false, includeTags: ['main'] },
      ],
    ],
    found: [{ text: 'x', metadata: { source: 'https://a.test/' } }],
  },
  {
    node: 'fireCrawl',
    given: { crawlerType: 'extract', url: 'https://a.test', extractPrompt: 'prices' },
    secret: { firecrawlApiToken: key },
    header: bearer,
    play: byPath({
      '/v1/extract': { id: 'e1' },
      '/v1/extract/e1': { status: 'completed', data: { price: 3 } },
    }),
    asked: [
      ['POST https://api.firecrawl.dev/v1/extract', { urls: ['https://a.test'], prompt: 'prices' }],
      'GET https://api.firecrawl.dev/v1/extract/e1',
    ],
    found: [{ text: '{"price":3}', metadata: { source: 'https://a.test' } }],
  },
  {
    node: 'fireCrawl',
    given: { crawlerType: 'search', searchQuery: 'tea', searchLimit: '1' },
    secret: { firecrawlApiToken: key },
    header: bearer,
    play: () => ({ body: { data: [{ title: 'Tea', url: 'https://t.test', description: 'Good.' }] } }),
    asked: [
      [
        'POST https://api.firecrawl.dev/v1/search',
        {
          query: 'tea',
          limit: 1,
          lang: 'en',
          country: 'us',
          timeout: 60_000,
          scrapeOptions: { formats: ['markdown'] },
        },
      ],
    ],
    found: [{ text: 'Good.', metadata: { source: 'https://t.test', title: 'Tea' } }],
  },
  {
    node: 'github',
    given: {
      repoLink: 'https://github.com/me/shop',
      branch: 'main',
      recursive: true,
      ignorePath: '["docs/**"]',
    },
    secret: { accessToken: key },
    header: bearer,
    play: ({ request }) => {
      const file = (path: string, size = 5) => ({ path, type: 'blob', sha: `sha-${path}`, size });
      const tree = [
        file('a.md'),
        file('docs/b.md'),
        file('c.png'),
        file('d.txt', 5e6),
        { ...file('dir'), type: 'tree' },
      ];
      if (request.includes('/trees/')) return { body: { tree } };
      return { body: { content: btoa('# A\n'), encoding: 'base64' } };
    },
    asked: [
      'GET https://api.github.com/repos/me/shop/git/trees/main?recursive=1',
      'GET https://api.github.com/repos/me/shop/git/blobs/sha-a.md',
    ],
    found: [
      {
        text: '# A\n',
        metadata: {
          source: 'a.md',
          url: 'https://github.com/me/shop/blob/main/a.md',
          repository: 'https://github.com/me/shop',
          branch: 'main',
        },
      },
    ],
  },
  {
    node: 'googleDrive',
    given: { folderId: 'F1', includeSubfolders: true, maxFiles: 50 },
    secret: { accessToken: key },
    header: bearer,
    play: ({ request }) => {
      if (request.includes('/export')) return { text: 'Words' };
      if (request.includes('alt=media')) return { text: 'a,b\n1,2\n' };
      const folder = { id: 'F2', name: 'Sub', mimeType: 'application/vnd.google-apps.folder' };
      const doc = {
        id: 'D1',
        name: 'Doc',
        mimeType: 'application/vnd.google-apps.document',
        webViewLink: 'https://d',
      };
      const table = { id: 'T1', name: 'table.csv', mimeType: 'text/csv' };
      return { body: { files: request.includes('F1') ? [folder, doc] : [table] } };
    },
    asked: [
      'GET https://www.googleapis.com/drive/v3/files?q=%27F1%27+in+parents+and+trashed+%3D+false&fields=nextPageToken%2Cfiles%28id%2Cname%2CmimeType%2CwebViewLink%29&pageSize=100',
      'GET https://www.googleapis.com/drive/v3/files?q=%27F2%27+in+parents+and+trashed+%3D+false&fields=nextPageToken%2Cfiles%28id%2Cname%2CmimeType%2CwebViewLink%29&pageSize=100',
      'GET https://www.googleapis.com/drive/v3/files/D1/export?mimeType=text%2Fplain',
      'GET https://www.googleapis.com/drive/v3/files/T1?alt=media&supportsAllDrives=true',
    ],
    found: [
      { text: 'Words', metadata: { source: 'https://d', fileId: 'D1', fileName: 'Doc' } },
      { text: 'a: 1\nb: 2', metadata: { source: 'table.csv', fileId: 'T1', fileName: 'table.csv', line: 1 } },
    ],
  },
  {
    node: 'googleSheets',
    given: {
      spreadsheetIds: '["S1"]',
      includeHeaders: true,
      valueRenderOption: 'FORMATTED_VALUE',
      range: 'A1:B9',
    },
    secret: { accessToken: key },
    header: bearer,
    play: ({ request }) =>
      request.includes('/values/')
        ? {
            body: {
              values: [
                ['Name', 'Age'],
                ['Ada', '36'],
              ],
            },
          }
        : { body: { properties: { title: 'People' }, sheets: [{ properties: { title: "O'Hara" } }] } },
    asked: [
      'GET https://sheets.googleapis.com/v4/spreadsheets/S1?fields=properties.title%2Csheets.properties.title',
      "GET https://sheets.googleapis.com/v4/spreadsheets/S1/values/'O''Hara'!A1%3AB9?valueRenderOption=FORMATTED_VALUE",
    ],
    found: [
      {
        text: 'Name: Ada; Age: 36',
        metadata: { source: 'https://docs.google.com/spreadsheets/d/S1', title: 'People', sheet: "O'Hara" },
      },
    ],
  },
  {
    node: 'jira',
    given: { host: 'https://j.test', projectKey: 'SHOP', createdAfter: '2026-01-31' },
    secret: { username: 'me', accessToken: key },
    header: basic('me'),
    play: () => ({
      body: {
        issues: [
          {
            key: 'SHOP-1',
            fields: {
              summary: 'Broken',
              status: { name: 'Open' },
              labels: ['a', 'b'],
              description: {
                type: 'doc',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: 'It fell.' }] }],
              },
            },
          },
        ],
      },
    }),
    asked: [
      'GET https://j.test/rest/api/3/search/jql?jql=project+%3D+%22SHOP%22+AND+created+%3E%3D+%222026-01-31%22+ORDER+BY+created+ASC&fields=summary%2Cdescription%2Cstatus%2Cpriority%2Cissuetype%2Clabels%2Ccreated%2Cupdated%2Cassignee%2Creporter&maxResults=100',
    ],
    found: [
      {
        text: 'SHOP-1: Broken\nStatus: Open\nLabels: a, b\n\nIt fell.',
        metadata: { source: 'https://j.test/browse/SHOP-1', key: 'SHOP-1' },
      },
    ],
  },
  {
    node: 'notionDB',
    given: { databaseId: 'https://www.notion.so/me/0123456789abcdef0123456789abcdef?v=1' },
    secret: { notionIntegrationToken: key },
    header: bearer,
    play: byPath({
      '/query': {
        results: [
          {
            id: 'p1',
            url: 'https://notion.so/p1',
            properties: {
              Name: { type: 'title', title: [{ plain_text: 'Tea' }] },
              Kind: { type: 'multi_select', multi_select: [{ name: 'a' }, { name: 'b' }] },
              Due: { type: 'date', date: { start: '2026-01-01' } },
              Empty: { type: 'select', select: null },
            },
          },
        ],
      },
      'children?page_size=100': {
        results: [
          { id: 'b1', type: 'heading_1', heading_1: { rich_text: [{ plain_text: 'Top' }] } },
          { id: 'b2', type: 'to_do', to_do: { rich_text: [{ plain_text: 'Brew' }] } },
        ],
      },
    }),
    asked: [
      ['POST https://api.notion.com/v1/databases/0123456789abcdef0123456789abcdef/query', { page_size: 100 }],
      'GET https://api.notion.com/v1/blocks/p1/children?page_size=100',
    ],
    found: [
      {
        text: pageOf('Name: Tea', 'Kind: a, b', 'Due: 2026-01-01', '', '# Top', '- Brew'),
        metadata: { source: 'https://notion.so/p1', title: 'Tea', notionId: 'p1' },
      },
    ],
  },
  {
    node: 'notionPage',
    given: { pageId: '0123456789abcdef0123456789abcdef' },
    secret: { notionIntegrationToken: key },
    header: bearer,
    play: byPath({
      '/pages/0123456789abcdef0123456789abcdef': {
        id: 'p1',
        properties: { title: { type: 'title', title: [{ plain_text: 'Home' }] } },
      },
      '/pages/c1': { id: 'c1', properties: { title: { type: 'title', title: [{ plain_text: 'Child' }] } } },
      '/blocks/0123456789abcdef0123456789abcdef/children?page_size=100': {
        results: [
          { id: 'c1', type: 'child_page', has_children: true },
          {
            id: 'l1',
            type: 'bulleted_list_item',
            has_children: true,
            bulleted_list_item: { rich_text: [{ plain_text: 'A' }] },
          },
        ],
      },
      '/blocks/l1/children?page_size=100': {
        results: [{ id: 'l2', type: 'paragraph', paragraph: { rich_text: [{ plain_text: 'inner' }] } }],
      },
      '/blocks/c1/children?page_size=100': { results: [] },
    }),
    asked: [
      'GET https://api.notion.com/v1/pages/0123456789abcdef0123456789abcdef',
      'GET https://api.notion.com/v1/blocks/0123456789abcdef0123456789abcdef/children?page_size=100',
      'GET https://api.notion.com/v1/blocks/l1/children?page_size=100',
      'GET https://api.notion.com/v1/pages/c1',
      'GET https://api.notion.com/v1/blocks/c1/children?page_size=100',
    ],
    found: [
      { text: 'Home\n\n- A\n  inner', metadata: { title: 'Home' } },
      { text: 'Child', metadata: { title: 'Child' } },
    ],
  },
  {
    node: 'oxylabs',
    given: { query: 'https://a.test', source: 'universal', render: true, geo_location: 'Germany' },
    secret: { username: 'me', password: key },
    header: basic('me'),
    play: () => ({
      body: { results: [{ content: '<p>Hello</p>', url: 'https://a.test/' }, { content: { a: 1 } }] },
    }),
    asked: [
      [
        'POST https://realtime.oxylabs.io/v1/queries',
        { source: 'universal', url: 'https://a.test', geo_location: 'Germany', render: 'html' },
      ],
    ],
    found: [
      { text: 'Hello', metadata: { source: 'https://a.test/' } },
      { text: '{"a":1}', metadata: { source: 'https://a.test' } },
    ],
  },
  {
    node: 'S3',
    given: {
      bucketName: 'docs',
      keyName: 'a b/c.txt',
      region: 'eu-west-1',
      fileProcessingMethod: 'builtIn',
      unstructuredAPIUrl: 'x',
      unstructuredAPIKey: 'x',
    },
    secret: { awsKey: 'AKIA1', awsSecret: key },
    header: ['x-amz-content-sha256', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    play: () => ({ text: 'Words' }),
    asked: ['GET https://docs.s3.eu-west-1.amazonaws.com/a%20b/c.txt'],
    found: [
      {
        text: 'Words',
        metadata: { source: 'https://docs.s3.eu-west-1.amazonaws.com/a%20b/c.txt', key: 'a b/c.txt' },
      },
    ],
  },
  {
    node: 's3Directory',
    given: { bucketName: 'docs', region: 'eu-west-1', prefix: 'a/', serverUrl: 'https://s3.own.test' },
    secret: { awsKey: 'AKIA1', awsSecret: key },
    header: ['x-amz-content-sha256', expect.any(String) as unknown as string],
    play: ({ request }) => {
      if (!request.includes('list-type')) return { text: `of ${request.split('/').at(-1)}` };
      const keys = ['a/', 'a/b.txt', 'a/c&amp;d.md'].map((name) => `<Contents><Key>${name}</Key></Contents>`);
      return { text: `<ListBucketResult>${keys.join('')}</ListBucketResult>` };
    },
    asked: [
      'GET https://s3.own.test/docs/?list-type=2&prefix=a%2F',
      'GET https://s3.own.test/docs/a/b.txt',
      'GET https://s3.own.test/docs/a/c%26d.md',
    ],
    found: [
      { text: 'of b.txt', metadata: { key: 'a/b.txt' } },
      { text: 'of c%26d.md', metadata: { key: 'a/c&d.md' } },
    ],
  },
  {
    node: 'searchApi',
    given: { query: 'tea', customParameters: '{"gl":"de"}' },
    secret: { searchApiKey: key },
    header: bearer,
    play: () => ({
      body: {
        answer_box: { answer: 'A drink.' },
        organic_results: [{ title: 'Tea', link: 'https://t.test', snippet: 'x' }],
      },
    }),
    asked: ['GET https://www.searchapi.io/api/v1/search?engine=google&q=tea&gl=de'],
    found: [
      { text: 'A drink.', metadata: { source: 'answer box' } },
      { text: 'Tea\nx', metadata: { source: 'https://t.test', title: 'Tea' } },
    ],
  },
  {
    node: 'serpApi',
    given: { query: 'tea' },
    secret: { serpApiKey: key },
    header: ['accept', 'application/json'],
    play: () => ({ body: { organic_results: [{ title: 'Tea', link: 'https://t.test', snippet: 'x' }] } }),
    asked: [`GET https://serpapi.com/search?engine=google&api_key=${key}&output=json&q=tea`],
    found: [{ text: 'Tea\nx', metadata: { source: 'https://t.test', title: 'Tea' } }],
  },
  {
    node: 'spiderDocumentLoaders',
    given: {
      mode: 'crawl',
      url: 'https://a.test',
      limit: 3,
      params: '{"depth":2}',
      additional_metadata: '{"k":"v"}',
    },
    secret: { spiderApiKey: key },
    header: bearer,
    play: () => ({ body: [{ url: 'https://a.test/x', content: '# X', metadata: { title: 'X' } }] }),
    asked: [
      [
        'POST https://api.spider.cloud/crawl',
        { url: 'https://a.test', return_format: 'markdown', metadata: true, limit: 3, depth: 2 },
      ],
    ],
    found: [{ text: '# X', metadata: { source: 'https://a.test/x', title: 'X', k: 'v' } }],
  },
  {
    node: 'unstructuredFileLoader',
    given: {
      fileObject: `data:text/plain;base64,${btoa('Hello')},filename:a.txt`,
      unstructuredAPIUrl: 'https://u.test/general/v0/general',
      strategy: 'auto',
      chunkingStrategy: 'by_title',
      skipInferTableTypes: '["pdf"]',
    },
    secret: { unstructuredAPIKey: key },
    header: ['unstructured-api-key', key],
    play: () => ({ body: [{ type: 'Title', text: 'Hello', metadata: { page_number: 1 } }] }),
    asked: [
      [
        'POST https://u.test/general/v0/general',
        expect.stringMatching(/filename="a\.txt"[\s\S]*Hello[\s\S]*by_title/),
      ],
    ],
    found: [{ text: 'Hello', metadata: { page_number: 1, source: 'a.txt', category: 'Title' } }],
  },
];

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const contextOf = (secret: Record<string, string>) =>
  testContext({ services: { fetch: vendor.fetch }, credential: secret });
const load = (one: LoaderCase, more = {}) =>
  runNode<SourceDocument[]>(one.node, { ...one.given, ...more }, contextOf(one.secret), 'document');

describe.each(cases)('$node with $given', (one) => {
  it('asks its service with the key and gives what it answers as documents', async () => {
    vendor.play(one.play);
    const documents = await load(one);
    expect(vendor.asked.map(({ request, body }) => (body === undefined ? request : [request, body]))).toEqual(
      one.asked,
    );
    expect(vendor.asked[0]?.headers[one.header[0]]).toEqual(one.header[1]);
    expect(documents).toMatchObject(one.found.map(({ text, metadata }) => ({ pageContent: text, metadata })));
  });

  it('gives the same part by part for a knowledge base, and adds or omits metadata as its form says', async () => {
    vendor.play(one.play);
    const node = await loadNode(one.node);
    const texts: string[] = [];
    const parts = node.load?.(
      readValues(node, one.given) as never,
      contextOf(one.secret),
    ) as AsyncIterable<LoadedPart>;
    for await (const { documents } of parts) texts.push(...documents.map(({ pageContent }) => pageContent));
    expect(texts).toEqual(one.found.map(({ text }) => text));
    if (!('omitMetadataKeys' in node.inputs && 'metadata' in node.inputs)) return;
    vendor.play(one.play);
    const [document] = await load(one, { metadata: '{"own":1}', omitMetadataKeys: '*' });
    expect(document?.metadata).toEqual({ own: 1 });
  });

  it('says in words what the service refused, without the key', async () => {
    const codes = { 400: 'PROVIDER_REFUSED', 401: 'PROVIDER_UNAUTHORIZED', 429: 'PROVIDER_RATE_LIMITED' };
    for (const [status, code] of Object.entries(codes)) {
      vendor.play(() => ({ status: Number(status), body: { error: `wrong ${key}` } }));
      const error = await load(one).catch((failure: Error) => failure);
      expect([status, error]).toMatchObject([status, { code }]);
      expect((error as Error).message).not.toContain(key);
    }
  });
});

describe('a page of a GitBook', () => {
  it('is read where its text stands, and all pages of its sitemap where that is wanted', async () => {
    vendor.play(({ request }) => {
      const headers = { 'content-type': 'text/html' };
      if (request.endsWith('/sitemap.xml'))
        return {
          headers: { 'content-type': 'application/xml' },
          text: '<urlset><url><loc>https://g.test/b</loc></url></urlset>',
        };
      return { headers, text: `<nav>Menu</nav><main><p>Text of ${request.split('/').at(-1)}</p></main>` };
    });
    const context = contextOf({});
    const one = await runNode<SourceDocument[]>(
      'gitbook',
      { webPath: 'https://g.test/a' },
      context,
      'document',
    );
    expect(one.map(({ pageContent }) => pageContent)).toEqual(['Text of a']);
    const given = { webPath: 'https://g.test', shouldLoadAllPaths: true };
    const all = await runNode<SourceDocument[]>('gitbook', given, context, 'document');
    expect(all.map(({ pageContent }) => pageContent)).toEqual(['Text of b']);
  });
});
