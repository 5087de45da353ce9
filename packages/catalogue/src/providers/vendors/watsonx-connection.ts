import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction, RunContext } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { checkAddress } from '../../model/address.ts';
import { lazily } from '../../model/lazily.ts';
import { readRefusal } from '../../model/read-refusal.ts';

const tokenUrl = 'https://iam.cloud.ibm.com/identity/token';
const token = z.object({ access_token: z.string() });

interface WatsonxConnection {
  /** With the version, without a path: `/ml/v1/text/chat` comes below it. */
  urlOf(path: string): string;
  projectId: string;
  /** The key or token itself, which no error may repeat. */
  secret: string;
  /** The egress fetch with a token in its headers, asked for at the first request. */
  fetch: FetchFunction;
}

async function exchange(apiKey: string, fetch: FetchFunction): Promise<string> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ibm:params:oauth:grant-type:apikey',
      apikey: apiKey,
    }).toString(),
  });
  // An unknown key is a bad request there.
  if (response.status === 400)
    throw new AppError(
      'PROVIDER_UNAUTHORIZED',
      'watsonx.ai rejected the key. Check the secret selected in this node.',
    );
  if (!response.ok) throw await readRefusal(response, tokenUrl, apiKey);
  return token.parse(await response.json()).access_token;
}

/** Address, project and token of watsonx.ai; `owner` is what needs the key: "watsonx.ai chat model". */
export async function watsonxConnection(context: RunContext, owner: string): Promise<WatsonxConnection> {
  const fields = await context.credential();
  const fieldOf = (name: string) => fields[name]?.trim() ?? '';
  const isToken = fieldOf('watsonxAIAuthType') === 'bearertoken';
  const secret = fieldOf(isToken ? 'watsonxAIBearerToken' : 'watsonxAIApikey');
  const [projectId, version] = [fieldOf('projectId'), fieldOf('version')];
  const missing = !secret ? 'key' : !projectId ? 'project ID' : !version ? 'version' : undefined;
  if (missing) throw new AppError('CREDENTIAL_MISSING', `${owner}: the secret has no ${missing}.`);
  const base = checkAddress(fieldOf('serviceUrl'), 'Service URL');
  const { fetch } = context.services;
  const bearer = lazily(async () => (isToken ? secret : exchange(secret, fetch)));
  return {
    urlOf: (path) => `${base}/ml/v1/text/${path}?version=${encodeURIComponent(version)}`,
    projectId,
    secret,
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${await bearer()}`);
      return fetch(input, { ...init, headers });
    },
  };
}
