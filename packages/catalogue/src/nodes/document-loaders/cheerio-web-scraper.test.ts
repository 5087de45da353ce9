import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const pages: Record<string, string> = {
  '/': '<title>Home</title><nav>Menu</nav><main><h1>Welcome</h1><p>Open at nine.</p></main><script>bad()</script><a href="/a#x">a</a><a href="b">b</a><a href="http://other.test/">no</a><a href="/gone">gone</a>',
  '/a': '<main>Page A</main><a href="/">home</a><a href="/c">c</a>',
  '/b': '<main>Page B</main>',
  '/c': '<main>Page C</main>',
};

let server: Server;
let base = '';
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    if (path === '/sitemap.xml') {
      response.setHeader('content-type', 'application/xml');
      response.end(`<urlset><url><loc>${base}/b</loc></url><url><loc>${base}/c</loc></url></urlset>`);
    } else if (path === '/huge') {
      response.setHeader('content-type', 'text/html');
      response.end('x'.repeat(6 * 1024 * 1024));
    } else {
      response.statusCode = pages[path] === undefined ? 404 : 200;
      response.setHeader('content-type', 'text/html');
      response.end(pages[path] ?? 'gone');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const load = (url: string, values: Record<string, unknown> = {}) =>
  runNode<SourceDocument[]>('cheerioWebScraper', { url, ...values }, testContext());

describe('cheerioWebScraper', () => {
  it('gives the words of one page with its title and address', async () => {
    const [document] = await load(`${base}/`, { selector: 'main' });
    expect(document).toEqual({
      pageContent: 'Welcome\n\nOpen at nine.',
      metadata: { source: `${base}/`, title: 'Home' },
    });
    const [whole] = await load(`${base}/`);
    expect(whole?.pageContent).toContain('Menu');
    expect(whole?.pageContent).not.toContain('bad()');
  });

  it('follows links of the same host, each once, past dead ones, as many as wanted', async () => {
    const crawl = async (limit: number) =>
      (await load(`${base}/`, { relativeLinksMethod: 'webCrawl', limit })).map(({ metadata }) =>
        String(metadata['source']).slice(base.length),
      );
    expect(await crawl(0)).toEqual(['/', '/a', '/b', '/c']);
    expect(await crawl(2)).toEqual(['/', '/a']);
    expect(asked).not.toContain('http://other.test/');
  });

  it('takes the pages of a sitemap', async () => {
    const found = await load(`${base}/sitemap.xml`, { relativeLinksMethod: 'scrapeXMLSitemap' });
    expect(found.map(({ pageContent }) => pageContent)).toEqual(['Page B', 'Page C']);
  });

  it('says which page could not be read, and why', async () => {
    await expect(load(`${base}/gone`)).rejects.toThrow(`${base}/gone: answered with status 404.`);
    await expect(load(`${base}/huge`)).rejects.toThrow('larger than 5 MB');
    await expect(load(`${base}/`, { selector: '.nothing' })).rejects.toThrow(
      'no text was found at the selector',
    );
    await expect(load(`${base}/`, { selector: '!!' })).rejects.toThrow('is not a selector');
    await expect(load('file:///etc/passwd')).rejects.toThrow('is not a valid URL');
  });
});
