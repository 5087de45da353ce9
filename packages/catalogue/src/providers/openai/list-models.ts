import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { Choice } from '@tendril/contract/node/param';
import type { KnownModel } from '../../model/known-models.ts';
import { toChoices } from '../../model/known-models.ts';
import { offeredModels } from '../../model/offered-models.ts';
import { openAiUrl, providerOf } from './connection.ts';

const originOf = (address: string) => URL.parse(address.trim())?.origin;

/** Models of a node's server: with the credential's key if it is that credential's own server, else without. */
export async function listOpenAiModels(
  request: LoadRequest,
  known: readonly KnownModel[],
  isWanted: (id: string) => boolean,
): Promise<Choice[]> {
  const { openAIApiKey: key = '', basePath: ownPath } = (await request.credential()) ?? {};
  const own = ownPath?.trim() || openAiUrl;
  const typed = request.inputs['basepath'];
  const address = typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : own;
  const origin = originOf(address);
  if (!origin || !/^https?:/.test(origin)) return toChoices(known);
  const isOpenAi = providerOf(address) === 'openai';
  const hasKey = key.trim() !== '' && origin === originOf(own);
  if (isOpenAi && !hasKey) return toChoices(known);
  const headers: Record<string, string> = hasKey ? { authorization: `Bearer ${key.trim()}` } : {};
  const url = `${address.replace(/(?<!\/)\/+$/, '')}/models`;
  return offeredModels({ url, headers, ...(isOpenAi && { isWanted }) }, isOpenAi ? known : [], request).then(
    (found) => (found.length > 0 ? found : toChoices(known)),
  );
}
