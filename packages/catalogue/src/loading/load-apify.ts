import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { asRecord } from '../tools/as-record.ts';
import { commaList } from '../tools/comma-list.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const items = z.array(
  z.object({ url: z.string(), text: z.string().nullish(), markdown: z.string().nullish() }),
);
/** How long Apify lets a crawl run while it is waited for. */
const crawlMs = 300_000;

/** The pages that Apify's website crawler reads. */
export async function* loadApify(
  form: NodeInputs['apifyWebsiteContentCrawler'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const token = await readSecret(context, 'apifyApiToken', 'Apify');
  const ask = jsonApi({
    service: 'Apify',
    base: 'https://api.apify.com/v2',
    headers: { authorization: `Bearer ${token}` },
    secrets: [token],
    timeoutMs: crawlMs,
    maxMegabytes: 10,
  });
  const body = {
    startUrls: (commaList(form.urls) ?? []).map((url) => ({ url })),
    crawlerType: form.crawlerType,
    maxCrawlDepth: form.maxCrawlDepth,
    maxCrawlPages: form.maxCrawlPages,
    ...asRecord(form.additionalInput),
  };
  const path = '/acts/apify~website-content-crawler/run-sync-get-dataset-items';
  const found = await ask(path, { body, shape: items }, context);
  for (const [index, { url, text, markdown }] of found.entries())
    yield toPart(text ?? markdown ?? '', { source: url }, index + 1, found.length);
}
