import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { asRecord } from '../tools/as-record.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const answer = z.array(
  z.object({
    url: z.string().nullish(),
    content: z.string().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  }),
);

/** What Spider scrapes or crawls, one document a page. */
export async function* loadSpider(
  { mode, url, limit, additional_metadata: added, params }: NodeInputs['spiderDocumentLoaders'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const key = await readSecret(context, 'spiderApiKey', 'Spider');
  const ask = jsonApi({
    service: 'Spider',
    base: 'https://api.spider.cloud',
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    timeoutMs: 300_000,
    maxMegabytes: 10,
  });
  const body = {
    url,
    return_format: 'markdown',
    metadata: true,
    ...(mode === 'crawl' && { limit }),
    ...asRecord(params),
  };
  const pages = await ask(`/${mode}`, { body, shape: answer }, context);
  for (const [index, page] of pages.entries()) {
    const title = page.metadata?.['title'];
    const metadata = {
      source: page.url ?? url,
      ...(typeof title === 'string' && { title }),
      ...asRecord(added),
    };
    yield toPart(page.content ?? '', metadata, index + 1, pages.length);
  }
}
