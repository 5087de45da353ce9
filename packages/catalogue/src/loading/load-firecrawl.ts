import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { checkAddress } from '../model/address.ts';
import { textOf } from '../retrieval/text-of.ts';
import { commaList } from '../tools/comma-list.ts';
import { type JsonApi, jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

type Form = NodeInputs['fireCrawl'];

const page = z.object({
  markdown: z.string().nullish(),
  description: z.string().nullish(),
  title: z.string().nullish(),
  url: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const job = z.object({ id: z.string() });
const crawled = z.object({
  status: z.string(),
  error: z.string().nullish(),
  next: z.string().nullish(),
  data: z.array(page).default([]),
});
const extracted = z.object({ status: z.string(), error: z.string().nullish(), data: z.unknown().optional() });
const waitMs = 2000;
const patienceMs = 600_000;

type Page = z.infer<typeof page>;

function partOf({ markdown, description, title, url, metadata }: Page, done: number, total: number | null) {
  const source = metadata?.['sourceURL'] ?? metadata?.['url'] ?? url;
  const name = metadata?.['title'] ?? title;
  const about = {
    ...(typeof source === 'string' && { source }),
    ...(typeof name === 'string' && { title: name }),
  };
  return toPart(markdown ?? description ?? '', about, done, total);
}

/** Asks for a job's state until it has ended. */
async function untilDone<T extends { status: string; error?: string | null | undefined }>(
  ask: () => Promise<T>,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<T> {
  for (let waited = 0; waited < patienceMs; waited += waitMs) {
    const state = await ask();
    if (state.status === 'completed') return state;
    if (/failed|cancelled/.test(state.status))
      throw new AppError('PROVIDER_REFUSED', `Firecrawl gave up: ${state.error ?? state.status}`);
    await pause(waitMs, undefined, { signal });
  }
  throw new AppError('PROVIDER_UNAVAILABLE', 'Firecrawl took too long.');
}

async function* crawl(
  form: Form,
  ask: JsonApi,
  base: string,
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const { url, limit, includePaths, excludePaths } = form;
  const body = {
    url,
    limit: Number(limit) || 10_000,
    ...(includePaths && { includePaths: commaList(includePaths) }),
    ...(excludePaths && { excludePaths: commaList(excludePaths) }),
    scrapeOptions: { formats: ['markdown'] },
  };
  const { id } = await ask('/v1/crawl', { body, shape: job }, context);
  let state = await untilDone(() => ask(`/v1/crawl/${id}`, { shape: crawled }, context), context);
  for (let done = 0; ; ) {
    for (const one of state.data) {
      done += 1;
      yield partOf(one, done, null);
    }
    // The key goes to its own server only, whatever is named as the next address.
    if (!state.next?.startsWith(`${base}/`) || state.data.length === 0) return;
    state = await ask(state.next.slice(base.length), { shape: crawled }, context);
  }
}

async function* extract(form: Form, ask: JsonApi, context: RunContext): AsyncGenerator<LoadedPart> {
  const { url, extractPrompt, extractSchema } = form;
  const body = {
    urls: commaList(url) ?? [],
    ...(extractPrompt && { prompt: extractPrompt }),
    ...(extractSchema !== undefined && { schema: extractSchema }),
  };
  const { id } = await ask('/v1/extract', { body, shape: job }, context);
  const state = await untilDone(() => ask(`/v1/extract/${id}`, { shape: extracted }, context), context);
  yield toPart(textOf(state.data), { source: url ?? 'firecrawl' }, 1, 1);
}

async function* search(form: Form, ask: JsonApi, context: RunContext): AsyncGenerator<LoadedPart> {
  const body = {
    query: form.searchQuery,
    limit: Number(form.searchLimit) || 5,
    lang: form.searchLang || 'en',
    country: form.searchCountry || 'us',
    timeout: form.searchTimeout ?? 60_000,
    scrapeOptions: { formats: ['markdown'] },
  };
  const { data } = await ask('/v1/search', { body, shape: z.object({ data: z.array(page) }) }, context);
  for (const [index, one] of data.entries()) yield partOf(one, index + 1, data.length);
}

/** What Firecrawl scrapes, crawls, extracts or finds. */
export async function* loadFirecrawl(form: Form, context: RunContext): AsyncGenerator<LoadedPart> {
  const key = await readSecret(context, 'firecrawlApiToken', 'Firecrawl');
  const { firecrawlApiUrl } = await context.credential();
  const base = checkAddress(firecrawlApiUrl || 'https://api.firecrawl.dev', 'Firecrawl URL');
  const headers = { authorization: `Bearer ${key}` };
  const ask = jsonApi({
    service: 'Firecrawl',
    base,
    headers,
    secrets: [key],
    timeoutMs: 120_000,
    maxMegabytes: 10,
  });
  if (form.crawlerType === 'crawl') return yield* crawl(form, ask, base, context);
  if (form.crawlerType === 'extract') return yield* extract(form, ask, context);
  if (form.crawlerType === 'search') return yield* search(form, ask, context);
  const body = {
    url: form.url,
    formats: ['markdown'],
    onlyMainContent: form.onlyMainContent !== false,
    ...(form.includeTags && { includeTags: commaList(form.includeTags) }),
    ...(form.excludeTags && { excludeTags: commaList(form.excludeTags) }),
  };
  const { data } = await ask('/v1/scrape', { body, shape: z.object({ data: page }) }, context);
  yield partOf(data, 1, 1);
}
