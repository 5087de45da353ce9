import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { Choice } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { type JsonApi, jsonApi } from './json-api.ts';

const named = z.object({ slug: z.string(), name: z.string().nullish() });
const list = z.object({ items: z.array(named) });
const accounts = z.object({ items: z.array(z.object({ id: z.string(), status: z.string().nullish() })) });

/** Composio's API with a key. */
export function composioApi(key: string): JsonApi {
  return jsonApi({
    service: 'Composio',
    base: 'https://backend.composio.dev/api/v3',
    headers: { 'x-api-key': key },
    secrets: [key],
    timeoutMs: 120_000,
  });
}

/** Choices of a form from one of Composio's lists; none without a key. */
export async function composioChoices(
  request: LoadRequest,
  kind: 'apps' | 'connections' | 'actions',
): Promise<Choice[]> {
  const key = (await request.credential())?.['composioApi']?.trim();
  if (!key) return [];
  const ask = composioApi(key);
  const app = String(request.inputs['appName'] ?? '');
  const context = { services: { fetch: request.fetch } as RunContext['services'], signal: request.signal };
  if (kind === 'connections') {
    const query = { toolkit_slugs: app, limit: 100 };
    const { items } = await ask('/connected_accounts', { query, shape: accounts }, context);
    return items.map(({ id, status }) => ({ name: id, label: status ? `${id} (${status})` : id }));
  }
  const [path, query] =
    kind === 'apps'
      ? (['/toolkits', { limit: 500 }] as const)
      : (['/tools', { toolkit_slug: app, limit: 500 }] as const);
  const { items } = await ask(path, { query, shape: list }, context);
  return items.map(({ slug, name }) => ({ name: slug, label: name ?? slug }));
}
