import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { textOf } from '../retrieval/text-of.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readHtmlText } from '../tools/read-html-text.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const answer = z.object({
  results: z.array(z.object({ content: z.unknown().optional(), url: z.string().nullish() })),
});

/** What Oxylabs reads, one document a result: the text of pages, parsed values as JSON. */
export async function* loadOxylabs(
  form: NodeInputs['oxylabs'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const user = await readSecret(context, 'username', 'Oxylabs');
  const password = await readSecret(context, 'password', 'Oxylabs');
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  const ask = jsonApi({
    service: 'Oxylabs',
    base: 'https://realtime.oxylabs.io/v1',
    headers: { authorization: `Basic ${basic}` },
    secrets: [password, basic],
    timeoutMs: 180_000,
    maxMegabytes: 10,
  });
  const body = {
    source: form.source,
    ...(form.source === 'universal' ? { url: form.query } : { query: form.query }),
    ...(form.geo_location && { geo_location: form.geo_location }),
    ...(form.render && { render: 'html' }),
    ...(form.parse && { parse: true }),
    ...(form.user_agent_type && { user_agent_type: form.user_agent_type }),
  };
  const { results } = await ask('/queries', { body, shape: answer }, context);
  for (const [index, { content, url }] of results.entries()) {
    const source = url ?? form.query;
    const isPage = typeof content === 'string' && content.trimStart().startsWith('<');
    const text = isPage
      ? await readHtmlText(content, { url: URL.parse(source)?.href ?? 'https://page.invalid/' }, context)
      : textOf(content);
    yield toPart(text, { source }, index + 1, results.length);
  }
}
