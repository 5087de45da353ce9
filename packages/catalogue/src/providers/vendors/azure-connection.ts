import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { checkAddress, toHeaders } from '../../model/address.ts';
import { findKey, readKey } from '../../model/read-key.ts';
import type { OpenAiConnection } from '../openai/connection.ts';

/** A resource's name is part of a host name: nothing else may be in it. */
const resourceName = /^[a-z0-9][a-z0-9-]{0,63}$/i;

/** A deployment at Azure: the secret names the resource, the deployment and the version; its key has a header of its own. */
export async function azureConnection(
  { basepath, baseOptions }: { basepath?: string | undefined; baseOptions?: unknown },
  context: RunContext,
  kind = 'chat model',
): Promise<Pick<OpenAiConnection, 'apiKey' | 'baseUrl' | 'headers' | 'keyHeader' | 'query'>> {
  const apiKey = await readKey(context, 'azureOpenAIApiKey', `Azure OpenAI ${kind}`);
  const { azureOpenAIApiInstanceName = '', ...fields } = await context.credential();
  const name = azureOpenAIApiInstanceName.trim().replace(/\.openai\.azure\.com$/, '');
  if (!basepath && !resourceName.test(name)) {
    throw new AppError('FLOW_INVALID', 'Azure OpenAI: the instance name in the secret is not valid.');
  }
  const root = basepath
    ? checkAddress(basepath, 'Base Path')
    : `https://${name}.openai.azure.com/openai/deployments`;
  const deployment = encodeURIComponent((fields['azureOpenAIApiDeploymentName'] ?? '').trim());
  if (!deployment) {
    throw new AppError('FLOW_INVALID', 'Azure OpenAI: the secret names no deployment.');
  }
  const version = (await findKey(context, 'azureOpenAIApiVersion')) ?? '2024-10-21';
  const headers = toHeaders(baseOptions, 'BaseOptions');
  return {
    apiKey,
    baseUrl: `${root}/${deployment}`,
    keyHeader: 'api-key',
    ...(headers && { headers }),
    query: `api-version=${encodeURIComponent(version)}`,
  };
}
