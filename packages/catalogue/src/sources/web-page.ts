import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { AppError } from '@tendril/contract/app-error';
import type { PagePiece } from '../loading/parse-message.ts';
import { ParserThread } from '../loading/parser-thread.ts';
import { askSource, type SourceContext } from './ask-source.ts';

const parseMs = 30_000;
const pageMegabytes = 5;
const listMegabytes = 50;

/** What a page was known by when it was read last, for a server that can say whether it has changed. */
type PageVersion = `etag:${string}` | `changed:${string}`;

interface FetchedPage {
  bytes: Uint8Array;
  /** After redirects. */
  url: string;
  version: PageVersion | undefined;
  type: string;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** An http or https address. Throws FLOW_INVALID that names the field. */
export function webAddress(text: string, field: string): URL {
  const trimmed = text.trim();
  const url = URL.parse(trimmed) ?? URL.parse(`https://${trimmed}`);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new AppError('FLOW_INVALID', `${field}: "${trimmed.slice(0, 200)}" is not a valid URL.`);
}

function conditionsOf(known: string | null): Record<string, string> {
  if (known?.startsWith('etag:')) return { 'if-none-match': known.slice(5) };
  if (known?.startsWith('changed:')) return { 'if-modified-since': known.slice(8) };
  return {};
}

function versionOf(headers: Headers): PageVersion | undefined {
  const etag = headers.get('etag');
  if (etag) return `etag:${etag}`;
  const changed = headers.get('last-modified');
  return changed ? `changed:${changed}` : undefined;
}

/** A page of the web; undefined where its server says that it is as it was. */
export async function fetchPage(
  url: string,
  known: string | null,
  context: SourceContext,
  maxMegabytes = pageMegabytes,
): Promise<FetchedPage | undefined> {
  const headers = {
    accept: 'text/html,application/xhtml+xml,text/*,*/*;q=0.1',
    'user-agent': 'tendril',
    ...conditionsOf(known),
  };
  const asked = { service: new URL(url).host, url, headers, maxMegabytes, accepts: [304], follows: true };
  const { status, bytes, headers: given, url: last } = await askSource(asked, context);
  if (status === 304) return undefined;
  return { bytes, url: last, version: versionOf(given), type: given.get('content-type') ?? 'text/html' };
}

/** A sitemap or a feed, which may be packed. */
export async function fetchList(url: string, context: SourceContext): Promise<Uint8Array> {
  const page = await fetchPage(url, null, context, listMegabytes);
  const bytes = page?.bytes ?? new Uint8Array();
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isPacked ? unpacked(bytes, url) : bytes;
}

function unpacked(bytes: Uint8Array, url: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: listMegabytes * 1024 * 1024 });
  } catch (cause) {
    const why = `${url} is damaged, or larger than ${listMegabytes} MB.`;
    throw new AppError('PROVIDER_REFUSED', why, { cause });
  }
}

/** Reads lists and pages in a thread of its own; one for all pages of a source. */
export class PageReader {
  readonly #parser = new ParserThread({ pieceMs: parseMs, documentMs: parseMs });
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async page(url: string, bytes: Uint8Array): Promise<PagePiece> {
    const job = { format: 'html', url, selector: undefined, wantsLinks: true } as const;
    for await (const piece of this.#parser.parse({ name: url, content: once(bytes), job }, this.#signal))
      return piece;
    throw new AppError('NODE_FAILED', `${url}: it cannot be read as a web page.`);
  }

  async sitemap(url: string, bytes: Uint8Array) {
    const job = { format: 'sitemap' } as const;
    for await (const piece of this.#parser.parse({ name: url, content: once(bytes), job }, this.#signal))
      return piece;
    throw new AppError('NODE_FAILED', `${url}: it cannot be read as a sitemap.`);
  }

  async feed(url: string, bytes: Uint8Array) {
    const job = { format: 'feed' } as const;
    for await (const piece of this.#parser.parse({ name: url, content: once(bytes), job }, this.#signal))
      return piece;
    throw new AppError('NODE_FAILED', `${url}: it cannot be read as a feed.`);
  }

  close(): Promise<void> {
    return this.#parser.close();
  }
}

/** The name by which a page is read: that of its address where it is a file, else that of a page. */
export function pageName(url: string, type: string): string {
  const last = decodeURIComponentSafely(new URL(url).pathname.split('/').at(-1) ?? '');
  if (/html/i.test(type)) return /\.x?html?$/i.test(last) ? last : `${last || 'page'}.html`;
  if (/\.[a-z0-9]{1,8}$/i.test(last)) return last;
  return `${last || 'page'}${/pdf/i.test(type) ? '.pdf' : /json/i.test(type) ? '.json' : '.txt'}`;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The hash of a text. */
export function textVersion(...texts: string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}
