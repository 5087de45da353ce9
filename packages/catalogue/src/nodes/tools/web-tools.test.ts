import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePdf } from '../../testing/make-pdf.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const feed = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title>
<entry><id>http://arxiv.org/abs/2401.00001v1</id><published>2024-01-02T03:04:05Z</published>
<title>On  Tea</title><summary>  Tea is
 a drink. </summary><author><name>A. Leaf</name></author><author><name>B. Cup</name></author>
<link href="http://arxiv.org/abs/2401.00001v1" rel="alternate" type="text/html"/>
<link title="pdf" href="http://arxiv.org/pdf/2401.00001v1" rel="related" type="application/pdf"/></entry></feed>`;
const head =
  'Title: On Tea\nAuthors: A. Leaf, B. Cup\nPublished: 2024-01-02\nAddress: http://arxiv.org/abs/2401.00001v1\n';

let server: Server;
let origin = '';
let asked: string[] = [];
let answers: Record<string, string | Uint8Array> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const path = new URL(request.url ?? '', 'http://x').pathname;
    if (path === '/hang') return;
    const answer = answers[path];
    const type = path.endsWith('.xml') ? 'application/xml' : 'text/html';
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': type }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  answers = {};
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function contextOf(signal = new AbortController().signal) {
  return testContext({ signal, services: { fetch: redirectFetch(origin) } });
}

async function ask(node: string, given: Record<string, unknown>, input: unknown, signal?: AbortSignal) {
  const context = contextOf(signal);
  const tool = await runNode<Tool>(node, given, context);
  return { tool, text: (await tool.execute(input, context)).text };
}

describe('arxiv', () => {
  it('finds papers by words, with the settings of the node', async () => {
    answers = { '/api/query': feed };
    const { tool, text } = await ask('arxiv', { topKResults: '2' }, { query: 'tea: green' });
    expect(tool.name).toBe('arxiv_search');
    expect(asked).toEqual(['/api/query?search_query=all%3Atea++green&start=0&max_results=2']);
    expect(text).toBe(`${head}Tea is a drink.`);
  });

  it('finds papers by id and reads them whole', async () => {
    answers = { '/api/query': feed, '/pdf/2401.00001v1': makePdf(['Leaves and water.']) };
    const { text } = await ask('arxiv', { loadFullContent: true }, { query: '2401.00001v1' });
    expect(asked).toEqual(['/api/query?id_list=2401.00001v1&start=0&max_results=3', '/pdf/2401.00001v1']);
    expect(text).toContain(`${head}Leaves and water.`);
  });

  it('fails in words, or says so to the model where the node goes on', async () => {
    await expect(ask('arxiv', {}, { query: 'tea' })).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
    const { text } = await ask('arxiv', { continueOnFailure: true }, { query: 'tea' });
    expect(text).toContain('The search failed: arXiv');
  });
});

describe('webScraperTool', () => {
  const site = {
    '/': '<title>Home</title><body>Welcome <a href="/one">one</a></body>',
    '/one': '<title>One</title><body>First <a href="/two">two</a></body>',
    '/two': '<title>Two</title><body>Second</body>',
  };
  const titles = (text: string) => (JSON.parse(text) as { title: string }[]).map(({ title }) => title);

  it('reads one page, or those that it links to, as far as the node allows', async () => {
    answers = site;
    const read = async (given: Record<string, unknown>) =>
      titles((await ask('webScraperTool', given, { input: 'https://site.test/' })).text);
    expect(await read({})).toEqual(['Home']);
    expect(await read({ maxDepth: '2' })).toEqual(['Home', 'One']);
    expect(await read({ maxDepth: '3' })).toEqual(['Home', 'One', 'Two']);
    expect(await read({ maxDepth: '3', maxPages: '2' })).toEqual(['Home', 'One']);
  });

  it('reads the pages of a sitemap', async () => {
    const map = '<urlset><url><loc>https://site.test/two</loc></url></urlset>';
    answers = { ...site, '/sitemap.xml': map };
    const { text } = await ask(
      'webScraperTool',
      { scrapeMode: 'sitemap' },
      { input: 'https://site.test/sitemap.xml' },
    );
    expect(titles(text)).toEqual(['Two']);
  });

  it('says what is wrong with an address, and ends with the run', async () => {
    const missing = ask('webScraperTool', {}, { input: 'https://site.test/none' });
    await expect(missing).rejects.toThrow('404');
    const stop = new AbortController();
    const reading = ask('webScraperTool', {}, { input: 'https://site.test/hang' }, stop.signal);
    await expect.poll(() => asked).toContain('/hang');
    stop.abort();
    await expect(reading).rejects.toThrow();
  });
});

describe('webBrowser', () => {
  const embeddings = {
    nodeId: 'e',
    provider: 'test',
    modelId: 'test',
    embed: async (texts: string[]) => texts.map((text) => [text.includes('cat') ? 1 : 0, 1]),
  };

  it('asks the model about the passages that have to do with the task', async () => {
    const filler = Array.from({ length: 40 }, (_, index) => `<p>${`Dogs ${index}. `.repeat(40)}</p>`).join(
      '',
    );
    answers = { '/': `<body>${filler}<p>The cat is black.</p></body>` };
    const model = scriptedModel('Black.');
    const given = { model, embeddings };
    const { tool, text } = await ask('webBrowser', given, { input: '"https://site.test/","the cat"' });
    expect([tool.name, text]).toEqual(['web-browser', 'Black.']);
    expect(model.promptOf(0).join('\n')).toContain('The cat is black.');
    expect(model.promptOf(0).join('\n')).toContain('Find on the page: the cat');
  });

  it('has the page summed up without a task', async () => {
    answers = { '/': '<body>All about tea.</body>' };
    const model = scriptedModel('Tea.');
    expect((await ask('webBrowser', { model, embeddings }, { input: 'https://site.test/' })).text).toBe(
      'Tea.',
    );
    expect(model.promptOf(0).join('\n')).toContain('Sum up the page.');
  });
});
