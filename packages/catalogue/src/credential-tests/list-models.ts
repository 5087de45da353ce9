import { AppError } from '@tendril/contract/app-error';
import type { CredentialTestTools } from '@tendril/contract/node/define-credential';
import { askVendor, countOf, readObject } from './ask-vendor.ts';

/** Lists the models of a server with OpenAI's API; its address ends with the version. */
export async function listModels(
  baseUrl: string,
  apiKey: string | undefined,
  tools: CredentialTestTools,
): Promise<string> {
  const url = URL.parse(baseUrl.trim());
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AppError('INVALID_INPUT', 'The URL is not valid: it must start with https://');
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey.trim()}` } : {};
  const response = await askVendor({ url: `${url.href.replace(/(?<!\/)\/+$/, '')}/models`, headers }, tools);
  return countOf(await readObject(response), 'data');
}
