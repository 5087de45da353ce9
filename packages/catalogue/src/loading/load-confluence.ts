import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { checkAddress } from '../model/address.ts';
import { findKey } from '../model/read-key.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readHtmlText } from '../tools/read-html-text.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const page = z.object({
  size: z.number(),
  results: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      body: z.object({ storage: z.object({ value: z.string() }) }).optional(),
      _links: z.object({ webui: z.string() }).optional(),
    }),
  ),
});
const pageSize = 25;

/** An account with its token in the cloud, or a token that stands for itself in a data centre. */
export async function authorizeConfluence(
  context: RunContext,
): Promise<{ authorization: string; token: string }> {
  const own = await findKey(context, 'personalAccessToken');
  if (own) return { authorization: `Bearer ${own}`, token: own };
  const token = await readSecret(context, 'accessToken', 'Confluence');
  const user = await readSecret(context, 'username', 'Confluence');
  return { authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`, token };
}

/** The pages of a space, one document each; all of them when the limit is 0. */
export async function* loadConfluence(
  { baseUrl, spaceKey, limit }: NodeInputs['confluence'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const { authorization, token } = await authorizeConfluence(context);
  const base = checkAddress(baseUrl, 'Base URL');
  const service = { service: 'Confluence', base, headers: { authorization } };
  const ask = jsonApi({ ...service, secrets: [token, authorization.slice(6)], maxMegabytes: 10 });
  const most = limit || Number.POSITIVE_INFINITY;
  for (let start = 0, done = 0; done < most; start += pageSize) {
    const query = {
      spaceKey: spaceKey.replace(/^~EXCLUDE~/, ''),
      limit: pageSize,
      start,
      expand: 'body.storage',
    };
    const { size, results } = await ask('/rest/api/content', { query, shape: page }, context);
    for (const { id, title, body, _links: links } of results.slice(0, most - done)) {
      const source = `${base}${links?.webui ?? `/pages/viewpage.action?pageId=${id}`}`;
      const text = await readHtmlText(body?.storage.value ?? '', { url: base }, context);
      done += 1;
      yield toPart(`${title}\n\n${text}`.trim(), { source, title, pageId: id }, done);
    }
    if (size < pageSize) return;
  }
}
