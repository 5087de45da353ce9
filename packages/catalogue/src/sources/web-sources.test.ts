import type { DocumentSource, SourceEntry } from '@tendril/contract/provider/document-source';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayAnswer, type PlayedVendor, playVendor } from '../testing/play-vendor.ts';
import { testContext } from '../testing/run-context.ts';
import { openCrawlSource } from './crawl-source.ts';
import { CrawlTraps, plainAddress } from './crawl-traps.ts';
import { openFeedSource } from './feed-source.ts';
import { patientFetch } from './patient-fetch.ts';
import { readRobots } from './robots-rules.ts';
import { openSitemapSource } from './sitemap-source.ts';

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

/** As the egress client does, answers say which address they are of. */
const fetchNamed: typeof fetch = async (input, init) => {
  const response = await vendor.fetch(input, init);
  return Object.defineProperty(response, 'url', { value: String(input) });
};
const context = () => testContext({ services: { fetch: fetchNamed } });
const html = { 'content-type': 'text/html' };
const xml = { 'content-type': 'application/xml' };

async function listAll(source: DocumentSource) {
  const entries: SourceEntry[] = [];
  let [cursor, isWhole]: [string | undefined, boolean] = [undefined, true];
  const notes: string[] = [];
  do {
    const page = await source.list(cursor);
    entries.push(...page.entries);
    isWhole &&= page.isWhole;
    if (page.note) notes.push(page.note);
    cursor = page.next;
  } while (cursor !== undefined);
  return { entries, isWhole, notes };
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
/** Pages by their path; anything else is missing. */
const site =
  (pages: Record<string, { text?: string; status?: number; headers?: Record<string, string> }>): PlayAnswer =>
  ({ request }) => {
    const url = new URL(request.split(' ')[1] ?? '');
    const page = pages[url.pathname + url.search];
    return page ? { headers: html, ...page } : { status: 404, headers: html, text: 'gone' };
  };

describe('a sitemap', () => {
  it('names pages with their last change, and is whole only when each part of it could be read', async () => {
    vendor.play(
      site({
        '/sitemap.xml': {
          headers: xml,
          text: '<sitemapindex><sitemap><loc>https://a.test/one.xml</loc></sitemap><sitemap><loc>https://a.test/gone.xml</loc></sitemap></sitemapindex>',
        },
        '/one.xml': {
          headers: xml,
          text: '<urlset><url><loc>https://a.test/x</loc><lastmod>2026-01-02</lastmod></url><url><loc>https://a.test/y</loc></url></urlset>',
        },
      }),
    );
    const source = await openSitemapSource({ url: 'https://a.test/sitemap.xml' }, context());
    const { entries, isWhole, notes } = await listAll(source);
    expect(entries.map(({ key, version }) => [key, version])).toEqual([
      ['https://a.test/x', '2026-01-02'],
      ['https://a.test/y', null],
    ]);
    expect([isWhole, notes]).toEqual([false, ['https://a.test/gone.xml is missing.']]);
    await source.close?.();
  });

  it('asks a server whether a page has changed where the sitemap does not say', async () => {
    vendor.play(({ headers }) =>
      headers['if-none-match'] === '"v1"'
        ? { status: 304 }
        : { headers: { ...html, etag: '"v1"' }, text: '<p>Hello' },
    );
    const source = await openSitemapSource({ url: 'https://a.test/sitemap.xml' }, context());
    const entry = { key: 'https://a.test/y', version: null, title: 'y', url: null };
    const first = await source.read(entry, null);
    expect([first?.name, first?.version, textOf(first?.bytes)]).toEqual(['y.html', 'etag:"v1"', '<p>Hello']);
    expect(await source.read(entry, 'etag:"v1"')).toBeUndefined();
    await source.close?.();
  });
});

describe('a crawl', () => {
  const crawl = (mostPages = 500) =>
    openCrawlSource({ url: 'https://a.test/', mostPages, mostSteps: 8 }, context(), 0);

  it('finds the pages of the same host, by their canonical address, and obeys the rules for crawlers', async () => {
    vendor.play(
      site({
        '/robots.txt': {
          headers: { 'content-type': 'text/plain' },
          text: 'User-agent: *\nDisallow: /private',
        },
        '/': {
          text: '<title>Home</title><a href="/a?utm_source=x">a</a><a href="/b">b</a><a href="/private/p">p</a><a href="https://other.test/z">z</a>',
        },
        '/a': { text: '<title>A</title><p>Text of a<a href="/b?b=2&a=1">again</a>' },
        '/b': { text: '<title>B</title><p>Text of b' },
        '/b?a=1&b=2': { text: '<title>B</title><link rel="canonical" href="/b"><p>Text of b' },
      }),
    );
    const source = await crawl();
    const { entries, isWhole } = await listAll(source);
    expect(entries.map(({ key, title, skipped }) => [key, title, skipped])).toEqual([
      ['https://a.test/', 'Home', undefined],
      ['https://a.test/a', 'A', undefined],
      ['https://a.test/b', 'B', undefined],
      ['https://a.test/private/p', '/private/p', 'The site asks crawlers not to read it.'],
    ]);
    expect(isWhole).toBe(true);
    expect(vendor.asked.some(({ request }) => request.includes('private') || request.includes('other'))).toBe(
      false,
    );
    const asked = vendor.asked.length;
    expect(textOf((await source.read(entries[1] as SourceEntry, null))?.bytes)).toContain('Text of a');
    expect(vendor.asked).toHaveLength(asked);
    await source.close?.();
  });

  it('is not whole when a page fails for now, or when there are more pages than wanted', async () => {
    const pages = {
      '/': { text: '<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a>' },
      '/a': { status: 500, text: 'oops' },
      '/b': { text: '<p>b' },
    };
    vendor.play(site(pages));
    const failing = await crawl();
    const first = await listAll(failing);
    expect([first.entries.length, first.isWhole]).toEqual([2, false]);
    const short = await crawl(1);
    expect((await listAll(short)).notes[0]).toMatch(/more than 1 pages/);
    await failing.close?.();
    await short.close?.();
  });

  it('is not whole when a page has more links than are kept in mind, although those lead nowhere', async () => {
    const links = Array.from({ length: 5010 }, (_, at) => `<a href="/p${at}">p</a>`).join('');
    vendor.play(site({ '/': { text: `<title>Home</title>${links}` } }));
    const source = await crawl();
    const { entries, isWhole, notes } = await listAll(source);
    expect([entries.length, isWhole]).toEqual([1, false]);
    expect(notes.at(-1)).toContain('some were not visited');
    await source.close?.();
  }, 60_000);

  it('fails, and counts as no listing, when its first page leads to another site or is not to be read', async () => {
    vendor.play(site({ '/': { text: '<p>Parked' } }));
    const led: typeof fetch = async (input, init) =>
      Object.defineProperty(await vendor.fetch(input, init), 'url', { value: 'https://parked.test/' });
    const form = { url: 'https://a.test/', mostPages: 9, mostSteps: 8 };
    const elsewhere = await openCrawlSource(form, testContext({ services: { fetch: led } }), 0);
    await expect(elsewhere.list(undefined)).rejects.toThrow('https://a.test/ leads to parked.test');
    await elsewhere.close?.();
    vendor.play(site({ '/robots.txt': { text: 'User-agent: *\nDisallow: /' }, '/': { text: '<p>Hello' } }));
    const closed = await crawl();
    await expect(closed.list(undefined)).rejects.toThrow('asks crawlers not to read');
    await closed.close?.();
  });

  it('does not follow addresses that have no end', () => {
    const traps = new CrawlTraps();
    expect(traps.isTrap('https://a.test/a/b/a/b/a/b')).toBe(true);
    expect(traps.isTrap(`https://a.test${'/x'.repeat(13)}`)).toBe(true);
    const days = Array.from({ length: 30 }, (_, day) => traps.isTrap(`https://a.test/calendar?day=${day}`));
    expect(days.filter((isTrap) => !isTrap)).toHaveLength(20);
    expect(plainAddress(new URL('https://a.test/x?b=1&a=2&utm_medium=m#top'))).toBe(
      'https://a.test/x?a=2&b=1',
    );
  });

  it('reads rules for crawlers: the longest one decides, a star stands for anything', () => {
    const rules = readRobots(
      'User-agent: *\nDisallow: /a\nAllow: /a/open\nDisallow: /*.php$\nCrawl-delay: 2\n\nUser-agent: other\nDisallow: /',
      'tendril',
    );
    const isAllowed = (path: string) => rules.isAllowed(new URL(path, 'https://a.test'));
    expect(['/', '/a/x', '/a/open/x', '/b/x.php', '/b/x.php?y'].map(isAllowed)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(rules.delayMs).toBe(2000);
    expect(
      readRobots('User-agent: other\nDisallow: /', 'tendril').isAllowed(new URL('https://a.test/')),
    ).toBe(true);
  });
});

describe('a feed', () => {
  it.each([
    [
      'RSS',
      '<rss><channel><title>News</title><item><guid>1</guid><title>One</title><link>https://a.test/1</link><pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate><description>&lt;p&gt;First&lt;/p&gt;</description></item></channel></rss>',
    ],
    [
      'Atom',
      '<feed><title>News</title><entry><id>1</id><title>One</title><link rel="edit" href="https://a.test/e"/><link href="https://a.test/1"/><updated>2026-01-02T00:00:00Z</updated><content type="html">&lt;p&gt;First&lt;/p&gt;</content></entry></feed>',
    ],
  ])('in %s gives its entries, and never counts as whole', async (_kind, text) => {
    vendor.play(() => ({ headers: xml, text }));
    const source = await openFeedSource({ url: 'https://a.test/feed' }, context());
    const { entries, isWhole } = await listAll(source);
    expect(entries).toMatchObject([
      { key: '1', title: 'One', url: 'https://a.test/1', at: Date.UTC(2026, 0, 2) },
    ]);
    expect(isWhole).toBe(false);
    expect(textOf((await source.read(entries[0] as SourceEntry, null))?.bytes)).toContain('<p>First</p>');
    await source.close?.();
  });
});

it('a vendor that is busy is waited for, and asked again', async () => {
  let count = 0;
  vendor.play(() => {
    count += 1;
    return count < 3 ? { status: 429, headers: { 'retry-after': '0' } } : { text: 'fine' };
  });
  const fetch = patientFetch(vendor.fetch, new AbortController().signal);
  expect(await (await fetch('https://a.test/')).text()).toBe('fine');
  vendor.play(() => ({ status: 429, headers: { 'retry-after': '9999' } }));
  expect((await fetch('https://a.test/')).status).toBe(429);
  expect(vendor.asked).toHaveLength(1);
});
