import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { readRefusal } from '../../model/read-refusal.ts';
import { signRequest } from './sign-request.ts';

/** Asks a model of Bedrock: `action` is the end of its address, such as `invoke`. Failures are `APICallError`s. */
export type AskBedrock = (action: string, body: unknown, signal: AbortSignal | undefined) => Promise<unknown>;

interface BedrockModel {
  region: string;
  modelId: string;
  endpointHost: string | undefined;
}

/** A model of Bedrock with the keys of the node's secret; `owner` is what needs them: "Bedrock embeddings". */
export async function bedrockConnection(
  { region, modelId, endpointHost }: BedrockModel,
  context: RunContext,
  owner: string,
): Promise<AskBedrock> {
  const accessKeyId = await findKey(context, 'awsKey');
  const secretAccessKey = await findKey(context, 'awsSecret');
  if (!accessKeyId || !secretAccessKey)
    throw new AppError('CREDENTIAL_MISSING', `${owner}: add a secret with an AWS access key.`);
  if (await findKey(context, 'roleArn'))
    throw new AppError(
      'FLOW_INVALID',
      `${owner}: roles are not assumed here. Use keys that may ask Bedrock themselves.`,
    );
  if (!/^[a-z]{2}[a-z0-9-]+$/.test(region))
    throw new AppError('FLOW_INVALID', `${owner}: the region is not valid.`);
  const keys = { accessKeyId, secretAccessKey, sessionToken: await findKey(context, 'awsSession') };
  const host = endpointHost?.trim().replace(/^https?:\/\//, '') || `bedrock-runtime.${region}.amazonaws.com`;
  const base = checkAddress(`https://${host}`, 'Custom Endpoint URL');
  const { fetch } = context.services;

  return async (action, content, signal) => {
    const url = new URL(`${base}/model/${encodeURIComponent(modelId)}/${action}`);
    const body = JSON.stringify(content);
    const request = { method: 'POST' as const, url, body, region, service: 'bedrock', at: new Date() };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...signRequest(request, keys),
    };
    const response = await fetch(url.href, { method: 'POST', headers, body, signal: signal ?? null });
    if (!response.ok) throw await readRefusal(response, url.href, secretAccessKey);
    return response.json();
  };
}
