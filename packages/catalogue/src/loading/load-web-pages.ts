import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { fetchWithin } from '../model/fetch-within.ts';
import { readLimited } from '../text/read-limited.ts';
import { linksOf, type ReadPage, readPage, sitemapLinks } from './read-page.ts';

const pageMs = 20_000;
const pageBytes = 5 * 1024 * 1024;
/** What "all links" ends at. */
const mostPages = 1000;
const mostWaiting = 5000;

export interface WebPages {
  url: string;
  method: 'webCrawl' | 'scrapeXMLSitemap' | undefined;
  /** 0 means all, up to a thousand. */
  limit: number;
  selector: string | undefined;
}

type PageServices = Pick<RunContext, 'services' | 'signal'>;

function checkAddress(text: string): URL {
  const trimmed = text.trim();
  const url = URL.parse(trimmed) ?? URL.parse(`https://${trimmed}`);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new AppError('INVALID_INPUT', `URL: "${trimmed.slice(0, 200)}" is not a web address.`);
}

async function fetchText(
  url: string,
  { services, signal }: PageServices,
): Promise<{ text: string; url: string }> {
  const fetch = fetchWithin(services.fetch, pageMs);
  const response = await fetch(url, {
    headers: { accept: 'text/html,application/xhtml+xml,text/*,*/*;q=0.1' },
    signal,
  });
  const type = response.headers.get('content-type') ?? 'text/html';
  if (!response.ok || !/html|xml|text|json/i.test(type)) {
    await response.body?.cancel();
    throw new AppError(
      'NODE_FAILED',
      response.ok ? `${url}: is no web page (${type}).` : `${url}: answered with status ${response.status}.`,
    );
  }
  const { text, isCut } = await readLimited(response, pageBytes);
  if (isCut)
    throw new AppError('TOO_LARGE', `${url}: the page is larger than ${pageBytes / 1024 / 1024} MB.`);
  return { text, url: response.url || url };
}

async function openPage(url: string, { selector }: WebPages, services: PageServices): Promise<ReadPage> {
  const page = await fetchText(url, services);
  return readPage(page.text, page.url, selector);
}

function toPart({ text, title, url }: ReadPage, done: number, total: number | null): LoadedPart {
  const metadata = { source: url, ...(title !== '' && { title }) };
  return { documents: [{ pageContent: text, metadata }], progress: { done, total, unit: 'pages' } };
}

/** The start page, then what it links to on the same host, nearest first. */
async function* crawl(
  start: string,
  pages: WebPages,
  most: number,
  services: PageServices,
): AsyncGenerator<LoadedPart> {
  const seen = new Set([start]);
  const waiting = [start];
  let done = 0;
  for (let next = waiting.shift(); next !== undefined && done < most; next = waiting.shift()) {
    const page = await openLinked(next, pages, services, next === start);
    if (!page) continue;
    done += 1;
    for (const link of await linksOf(page.html, page.url)) {
      if (seen.size >= mostWaiting || seen.has(link)) continue;
      seen.add(link);
      waiting.push(link);
    }
    yield toPart(page, done, Math.min(most, done + waiting.length));
  }
}

async function* visit(
  links: readonly string[],
  pages: WebPages,
  services: PageServices,
): AsyncGenerator<LoadedPart> {
  let done = 0;
  for (const link of links) {
    const page = await openLinked(link, pages, services, false);
    done += 1;
    if (page) yield toPart(page, done, links.length);
  }
}

// One dead link must not end a crawl; the page that was asked for has to be there.
async function openLinked(
  url: string,
  pages: WebPages,
  services: PageServices,
  isAsked: boolean,
): Promise<ReadPage | undefined> {
  try {
    return await openPage(url, pages, services);
  } catch (error) {
    services.signal.throwIfAborted();
    if (isAsked || !(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** Pages of the web, one document each: a single one, those it links to, or those of a sitemap. Only through the house's fetch. */
export async function* loadWebPages(pages: WebPages, services: PageServices): AsyncGenerator<LoadedPart> {
  const start = checkAddress(pages.url).href;
  const most = pages.limit === 0 ? mostPages : Math.min(pages.limit, mostPages);
  let found = 0;
  const parts =
    pages.method === 'scrapeXMLSitemap'
      ? visit(
          await sitemapLinks(start, most, async (url) => (await fetchText(url, services)).text),
          pages,
          services,
        )
      : crawl(start, pages, pages.method === 'webCrawl' ? most : 1, services);
  for await (const part of parts) {
    found += part.documents.filter(({ pageContent }) => pageContent !== '').length;
    yield part;
  }
  if (found > 0) return;
  const where = pages.selector ? ` at the selector "${pages.selector}"` : '';
  throw new AppError('NODE_FAILED', `${start}: no text was found${where}.`);
}
