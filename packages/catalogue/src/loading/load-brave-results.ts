import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const answer = z.object({
  web: z
    .object({
      results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().nullish() })),
    })
    .nullish(),
});

/** What Brave Search finds, one document a result. */
export async function* loadBraveResults(
  { query }: NodeInputs['braveSearchApiLoader'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const key = await readSecret(context, 'braveApiKey', 'Brave Search');
  const ask = jsonApi({
    service: 'Brave Search',
    base: 'https://api.search.brave.com/res/v1',
    headers: { 'x-subscription-token': key },
    secrets: [key],
  });
  const { web } = await ask('/web/search', { query: { q: query }, shape: answer }, context);
  const results = web?.results ?? [];
  for (const [index, { title, url, description }] of results.entries())
    yield toPart(`${title}\n${description ?? ''}`.trim(), { source: url, title }, index + 1, results.length);
}
