import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { type JsonApi, jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';

export interface VectaraAccount {
  ask: JsonApi;
  apiKey: string;
  /** Keys of the corpora, the first of which takes new documents. */
  corpora: readonly [string, ...string[]];
}

export const vectaraUrl = 'https://api.vectara.io/v2';

/** Vectara's API with the secret of a node. */
export async function vectaraAccount(context: RunContext): Promise<VectaraAccount> {
  const apiKey = await readSecret(context, 'apiKey', 'Vectara');
  const { corpusID = '' } = await context.credential();
  const [first, ...more] = corpusID
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  if (first === undefined)
    throw new AppError(
      'CREDENTIAL_MISSING',
      'Vectara: the secret needs the key of a corpus as its Corpus ID.',
    );
  const headers = { 'x-api-key': apiKey };
  const ask = jsonApi({ service: 'Vectara', base: vectaraUrl, headers, secrets: [apiKey], maxMegabytes: 16 });
  return { ask, apiKey, corpora: [first, ...more] };
}
