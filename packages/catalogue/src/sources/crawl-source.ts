import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource, SourceEntry, SourcePage } from '@tendril/contract/provider/document-source';
import * as z from 'zod';
import type { PagePiece } from '../loading/parse-message.ts';
import { CrawlTraps, plainAddress } from './crawl-traps.ts';
import { type RobotsRules, readRobots } from './robots-rules.ts';
import { fetchPage, PageReader, pageName, textVersion, webAddress } from './web-page.ts';

interface CrawlForm {
  url: string;
  mostPages: number;
  /** How many links a page may be away from the first. */
  mostSteps: number;
  /** Only addresses that begin with it. */
  prefix?: string | undefined;
}

const frontier = z.object({
  waiting: z.array(z.tuple([z.string(), z.number()])),
  seen: z.array(z.string()),
  listed: z.array(z.string()),
  /** Links were left out, because too many waited. */
  isCut: z.boolean().default(false),
});
type Frontier = z.infer<typeof frontier>;

const agent = 'tendril';
const pagesAtOnce = 10;
const mostWaiting = 5000;
const longestPauseMs = 10_000;
const keptBytes = 32 * 1024 * 1024;

interface KeptPage {
  name: string;
  bytes: Uint8Array;
}

/** Pages of one host, found by their links, politely: by its rules for crawlers, and one request a second. */
class Crawl implements DocumentSource {
  readonly hasContentVersions = true;
  readonly #form: CrawlForm;
  readonly #context: RunContext;
  readonly #start: URL;
  readonly #everyMs: number;
  readonly #reader: PageReader;
  readonly #traps = new CrawlTraps();
  /** Pages that were just listed need not be fetched again to be read. */
  readonly #kept = new Map<string, KeptPage>();
  #keptBytes = 0;
  #robots: Promise<RobotsRules> | undefined;
  #nextAt = 0;

  constructor(form: CrawlForm, context: RunContext, everyMs: number) {
    this.#form = form;
    this.#context = context;
    this.#everyMs = everyMs;
    this.#start = webAddress(form.url, 'URL');
    this.#reader = new PageReader(context.signal);
  }

  async list(cursor: string | undefined): Promise<SourcePage> {
    const first = plainAddress(this.#start);
    const state: Frontier =
      cursor === undefined
        ? { waiting: [[first, 0]], seen: [first], listed: [], isCut: false }
        : frontier.parse(JSON.parse(cursor));
    const seen = new Set(state.seen);
    const entries: SourceEntry[] = [];
    let note: string | undefined;
    for (let count = 0; count < pagesAtOnce && state.waiting.length > 0; count += 1) {
      if (state.listed.length >= this.#form.mostPages) break;
      const [address, steps] = state.waiting.shift() as [string, number];
      try {
        entries.push(...(await this.#visit(address, steps, state, seen)));
      } catch (error) {
        this.#context.signal.throwIfAborted();
        if (address === first || !(error instanceof AppError)) throw error;
        // A page that is gone is no longer listed; one that only fails now may be there the next time.
        if (error.code !== 'NOT_FOUND') note = `${address} could not be read: ${error.message}`;
      }
    }
    const isFull = state.listed.length >= this.#form.mostPages && state.waiting.length > 0;
    if (isFull) note = `The site has more than ${this.#form.mostPages} pages; the rest was not visited.`;
    else if (state.isCut && state.waiting.length === 0)
      note = 'The site links to more pages than are kept in mind; some were not visited.';
    const goesOn = !isFull && state.waiting.length > 0;
    const next = goesOn && JSON.stringify({ ...state, seen: [...seen] });
    return { entries, isWhole: note === undefined, ...(note && { note }), ...(next && { next }) };
  }

  async read({ key }: SourceEntry) {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#keptBytes -= kept.bytes.length;
      return kept;
    }
    await this.#wait();
    const page = await fetchPage(key, null, this.#context);
    return page && { name: pageName(page.url, page.type), bytes: page.bytes };
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #visit(address: string, steps: number, state: Frontier, seen: Set<string>): Promise<SourceEntry[]> {
    const url = new URL(address);
    if (!(await this.#rules()).isAllowed(url)) return this.#refused(address, steps);
    await this.#wait();
    const page = await fetchPage(address, null, this.#context);
    const { host } = new URL(page?.url ?? address);
    // Led to another host: that is another site. Where the first page is, nothing was listed.
    if (steps === 0 && host !== this.#start.host)
      throw new AppError('PROVIDER_REFUSED', `${address} leads to ${host}. Enter the address there.`);
    if (!page || host !== this.#start.host) return [];
    if (!/html/i.test(page.type)) return this.#listFile(address, page, state);
    const read = await this.#reader.page(page.url, page.bytes);
    if (!/nofollow/.test(read.robots ?? '') && steps < this.#form.mostSteps)
      for (const link of read.links) this.#follow(link, steps + 1, state, seen);
    if (/noindex/.test(read.robots ?? '')) return [];
    return this.#listPage(address, page, read, state);
  }

  #refused(address: string, steps: number): SourceEntry[] {
    const skipped = 'The site asks crawlers not to read it.';
    if (steps === 0)
      throw new AppError('PROVIDER_REFUSED', `${address}: the site asks crawlers not to read it.`);
    return [{ ...entryOf(address, ''), skipped }];
  }

  #follow(link: string, steps: number, state: Frontier, seen: Set<string>): void {
    const address = plainAddress(new URL(link));
    if (seen.has(address) || !this.#isWanted(address)) return;
    if (state.waiting.length >= mostWaiting) {
      state.isCut = true;
      return;
    }
    seen.add(address);
    if (!this.#traps.isTrap(address)) state.waiting.push([address, steps]);
  }

  #listPage(address: string, page: FetchedPage, read: PagePiece, { listed }: Frontier): SourceEntry[] {
    const named = URL.parse(read.canonical ?? '');
    const isOwn = named?.host === this.#start.host;
    const key = isOwn && named ? plainAddress(named) : address;
    if (listed.includes(key)) return [];
    listed.push(key);
    this.#keep(key, { name: pageName(page.url, page.type), bytes: page.bytes });
    return [{ ...entryOf(key, read.title), version: textVersion(read.title, read.text) }];
  }

  #listFile(address: string, page: FetchedPage, { listed }: Frontier): SourceEntry[] {
    listed.push(address);
    const name = pageName(page.url, page.type);
    this.#keep(address, { name, bytes: page.bytes });
    return [{ ...entryOf(address, name), version: textVersion(Buffer.from(page.bytes).toString('base64')) }];
  }

  #isWanted(address: string): boolean {
    const { prefix } = this.#form;
    return !prefix?.trim() || address.startsWith(prefix.trim());
  }

  #keep(key: string, page: KeptPage): void {
    if (this.#keptBytes + page.bytes.length > keptBytes) return;
    this.#kept.set(key, page);
    this.#keptBytes += page.bytes.length;
  }

  #rules(): Promise<RobotsRules> {
    this.#robots ??= this.#readRules();
    return this.#robots;
  }

  async #readRules(): Promise<RobotsRules> {
    try {
      const page = await fetchPage(new URL('/robots.txt', this.#start).href, null, this.#context);
      return readRobots(new TextDecoder().decode(page?.bytes), agent);
    } catch (error) {
      // Without a file everything is allowed; a server that fails is asked again another time.
      if (
        error instanceof AppError &&
        ['NOT_FOUND', 'PROVIDER_REFUSED', 'PROVIDER_UNAUTHORIZED'].includes(error.code)
      )
        return readRobots('', agent);
      throw error;
    }
  }

  async #wait(): Promise<void> {
    const { delayMs = 0 } = await this.#rules();
    const now = Date.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + Math.min(longestPauseMs, Math.max(this.#everyMs, delayMs));
    if (at > now) await pause(at - now, undefined, { signal: this.#context.signal });
  }
}

type FetchedPage = NonNullable<Awaited<ReturnType<typeof fetchPage>>>;

function entryOf(key: string, title: string): SourceEntry {
  const { pathname, host } = new URL(key);
  return { key, version: null, title: title || (pathname === '/' ? host : pathname), url: key };
}

/** The pages of a site that can be reached by links from one of them. */
export async function openCrawlSource(
  form: CrawlForm,
  context: RunContext,
  everyMs = 1000,
): Promise<DocumentSource> {
  return new Crawl(form, context, everyMs);
}
