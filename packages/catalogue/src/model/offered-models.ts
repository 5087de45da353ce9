import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { Choice } from '@tendril/contract/node/param';
import { readLimited } from '../text/read-limited.ts';
import { fetchWithin } from './fetch-within.ts';
import { type KnownModel, toChoices } from './known-models.ts';

const askMs = 5000;
const mostBytes = 2 * 1024 * 1024;
const mostModels = 500;

interface ModelList {
  url: string;
  headers?: Record<string, string>;
  /** Ids that are not models of the wanted kind are left out. */
  isWanted?: (id: string) => boolean;
}

/** `{data: [{id}]}` of OpenAI's API and Anthropic, `{models: [{name: "models/…"}]}` of Google. */
function idsIn(answer: unknown): string[] {
  const { data, models } = (answer ?? {}) as { data?: unknown; models?: unknown };
  const listed = Array.isArray(data) ? data : Array.isArray(models) ? models : [];
  return listed.flatMap((item: unknown) => {
    const { id, name } = (item ?? {}) as { id?: unknown; name?: unknown };
    const found = id ?? name;
    return typeof found === 'string' && found !== '' ? [found.replace(/^models\//, '')] : [];
  });
}

/**
 * The models available to a key, known ones first; the known ones alone where the server cannot be asked or returns no
 * list.
 */
export async function offeredModels(
  { url, headers = {}, isWanted = () => true }: ModelList,
  known: readonly KnownModel[],
  { fetch, signal }: Pick<LoadRequest, 'fetch' | 'signal'>,
): Promise<Choice[]> {
  try {
    const response = await fetchWithin(fetch, askMs)(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal,
    });
    const { text, isCut } = await readLimited(response, mostBytes);
    const ids = response.ok && !isCut ? idsIn(JSON.parse(text)) : [];
    const offered = [...new Set(ids.filter(isWanted))].sort().slice(0, mostModels);
    if (offered.length === 0) return toChoices(known);
    const first = known.map(({ id }) => id).filter((id) => offered.includes(id));
    return toChoices([...new Set([...first, ...offered])].map((id) => ({ id })));
  } catch {
    // An optional list is never worth an error: any id may be typed.
    signal.throwIfAborted();
    return toChoices(known);
  }
}
