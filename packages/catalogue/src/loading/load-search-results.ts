import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { asRecord } from '../tools/as-record.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const answer = z.looseObject({
  organic_results: z
    .array(
      z.object({ title: z.string().nullish(), link: z.string().nullish(), snippet: z.string().nullish() }),
    )
    .optional(),
  error: z.string().optional(),
});

/** What a search by Google found: its results, one document each, after what it says by itself. */
function* partsOf(found: z.infer<typeof answer>): Generator<LoadedPart> {
  const results = found.organic_results ?? [];
  const box = asRecord(found['answer_box'] ?? found['knowledge_graph']);
  const said = box['answer'] ?? box['snippet'] ?? box['description'];
  const total = results.length + (said === undefined ? 0 : 1);
  if (said !== undefined)
    yield toPart(String(said), { source: String(box['link'] ?? 'answer box') }, 1, total);
  for (const [index, { title, link, snippet }] of results.entries())
    yield toPart(
      `${title ?? ''}\n${snippet ?? ''}`.trim(),
      { source: link ?? '', ...(title && { title }) },
      index + 1 + total - results.length,
      total,
    );
}

/** What SearchApi finds. */
export async function* loadSearchApi(
  { query, customParameters }: NodeInputs['searchApi'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const key = await readSecret(context, 'searchApiKey', 'SearchApi');
  const more = Object.entries(asRecord(customParameters)).map(([name, value]) => [name, String(value)]);
  const asked = { engine: 'google', ...(query && { q: query }), ...Object.fromEntries(more) };
  if (!('q' in asked)) throw new AppError('FLOW_INVALID', 'SearchApi: write a query.');
  const ask = jsonApi({
    service: 'SearchApi',
    base: 'https://www.searchapi.io/api/v1',
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
  });
  yield* partsOf(await ask('/search', { query: asked, shape: answer }, context));
}

/** What SerpApi finds. */
export async function* loadSerpApi(
  { query }: NodeInputs['serpApi'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const key = await readSecret(context, 'serpApiKey', 'SerpApi');
  const ask = jsonApi({ service: 'SerpApi', base: 'https://serpapi.com', secrets: [key] });
  const asked = { engine: 'google', api_key: key, output: 'json', q: query };
  yield* partsOf(await ask('/search', { query: asked, shape: answer }, context));
}
