import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { fetchWithin } from '../model/fetch-within.ts';
import { readLimited } from '../text/read-limited.ts';
import { fileFailure } from './file-failure.ts';
import type { PagePiece } from './parse-message.ts';
import { ParserThread } from './parser-thread.ts';

const pageMs = 20_000;
const parseMs = 30_000;
const pageBytes = 5 * 1024 * 1024;
/** The limit for "all links". */
const mostPages = 1000;
const mostWaiting = 5000;
const mostSitemaps = 20;

interface WebPages {
  url: string;
  method: 'webCrawl' | 'scrapeXMLSitemap' | undefined;
  /** 0 means all, up to a thousand. */
  limit: number;
  selector: string | undefined;
  /** Names the pages of a sitemap without opening them. */
  isLinksOnly?: boolean;
  /** How many links a page may be away from the first; without it any number. */
  mostSteps?: number;
}

interface OpenPage extends PagePiece {
  /** Its address after redirects. */
  url: string;
}

/** The egress client, and when to stop. */
interface WebAccess extends Pick<RunContext, 'signal'> {
  services: Pick<RunContext['services'], 'fetch'>;
}

/** What the loading works with: one parser thread for all pages. */
interface Loading extends WebAccess {
  parser: ParserThread;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

function checkAddress(text: string): URL {
  const trimmed = text.trim();
  const url = URL.parse(trimmed) ?? URL.parse(`https://${trimmed}`);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new AppError('INVALID_INPUT', `URL: "${trimmed.slice(0, 200)}" is not a valid URL.`);
}

async function fetchText(url: string, { services, signal }: Loading): Promise<{ text: string; url: string }> {
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

async function openPage(url: string, { selector, method }: WebPages, loading: Loading): Promise<OpenPage> {
  const page = await fetchText(url, loading);
  const job = { format: 'html', url: page.url, selector, wantsLinks: method === 'webCrawl' } as const;
  const source = { name: page.url, content: bytesOf(page.text), job };
  let read: PagePiece | undefined;
  for await (const piece of loading.parser.parse(source, loading.signal)) read = piece;
  if (!read) throw fileFailure(page.url, 'it cannot be read as a web page.');
  return { ...read, url: page.url };
}

/** Addresses in a sitemap and the sitemaps that it names, up to a maximum. */
async function sitemapLinks(start: string, most: number, loading: Loading): Promise<string[]> {
  const waiting = [start];
  const links = new Set<string>();
  for (let count = 0; count < mostSitemaps && waiting.length > 0 && links.size < most; count += 1) {
    const name = waiting.shift() ?? start;
    const content = bytesOf((await fetchText(name, loading)).text);
    const job = { format: 'sitemap' } as const;
    for await (const { sitemaps, pages } of loading.parser.parse({ name, content, job }, loading.signal)) {
      waiting.push(...sitemaps.slice(0, mostSitemaps));
      for (const address of pages) {
        const link = URL.parse(address);
        if (link && /^https?:$/.test(link.protocol) && links.size < most) links.add(link.href);
      }
    }
  }
  if (links.size === 0) throw new AppError('NODE_FAILED', `${start}: is no sitemap, or it lists no page.`);
  return [...links];
}

function toPart({ text, title, url }: OpenPage, done: number, total: number | null): LoadedPart {
  const metadata = { source: url, ...(title !== '' && { title }) };
  return { documents: [{ pageContent: text, metadata }], progress: { done, total, unit: 'pages' } };
}

/** The start page, then what it links to on the same host, nearest first. */
async function* crawl(
  start: string,
  pages: WebPages,
  most: number,
  loading: Loading,
): AsyncGenerator<LoadedPart> {
  const seen = new Map([[start, 0]]);
  const waiting = [start];
  const { mostSteps = Number.POSITIVE_INFINITY } = pages;
  let done = 0;
  for (let next = waiting.shift(); next !== undefined && done < most; next = waiting.shift()) {
    const page = await openLinked(next, pages, loading, next === start);
    if (!page) continue;
    done += 1;
    const steps = (seen.get(next) ?? 0) + 1;
    for (const link of steps > mostSteps ? [] : page.links) {
      if (seen.size >= mostWaiting || seen.has(link)) continue;
      seen.set(link, steps);
      waiting.push(link);
    }
    yield toPart(page, done, Math.min(most, done + waiting.length));
  }
}

function* nameOnly(links: readonly string[]): Generator<LoadedPart> {
  for (const [index, source] of links.entries())
    yield {
      documents: [{ pageContent: '', metadata: { source } }],
      progress: { done: index + 1, total: links.length, unit: 'pages' },
    };
}

async function* visit(
  links: readonly string[],
  pages: WebPages,
  loading: Loading,
): AsyncGenerator<LoadedPart> {
  let done = 0;
  for (const link of links) {
    const page = await openLinked(link, pages, loading, false);
    done += 1;
    if (page) yield toPart(page, done, links.length);
  }
}

const through = (links: readonly string[], pages: WebPages, loading: Loading) =>
  pages.isLinksOnly ? nameOnly(links) : visit(links, pages, loading);

// One dead link must not end a crawl, but the requested page has to exist.
async function openLinked(
  url: string,
  pages: WebPages,
  loading: Loading,
  isAsked: boolean,
): Promise<OpenPage | undefined> {
  try {
    return await openPage(url, pages, loading);
  } catch (error) {
    loading.signal.throwIfAborted();
    if (isAsked || !(error instanceof AppError)) throw error;
    return undefined;
  }
}

/**
 * Web pages, one document each: a single one, those it links to, or those of a sitemap. Only through the egress client.
 */
export async function* loadWebPages(
  pages: WebPages,
  { services, signal }: WebAccess,
): AsyncGenerator<LoadedPart> {
  const start = checkAddress(pages.url).href;
  const most = pages.limit === 0 ? mostPages : Math.min(pages.limit, mostPages);
  const parser = new ParserThread({ pieceMs: parseMs, documentMs: parseMs });
  const loading: Loading = { services, signal, parser };
  let found = 0;
  try {
    const parts =
      pages.method === 'scrapeXMLSitemap'
        ? through(await sitemapLinks(start, most, loading), pages, loading)
        : crawl(start, pages, pages.method === 'webCrawl' ? most : 1, loading);
    for await (const part of parts) {
      found += part.documents.filter(({ pageContent }) => pageContent !== '').length;
      yield part;
    }
  } finally {
    await parser.close();
  }
  if (found > 0 || pages.isLinksOnly) return;
  const where = pages.selector ? ` at the selector "${pages.selector}"` : '';
  throw new AppError('NODE_FAILED', `${start}: no text was found${where}.`);
}
