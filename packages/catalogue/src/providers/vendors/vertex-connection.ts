import { sign } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction, RunContext } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { lazily } from '../../model/lazily.ts';
import { findKey } from '../../model/read-key.ts';
import { readRefusal } from '../../model/read-refusal.ts';

const tokenUrl = 'https://oauth2.googleapis.com/token';
const scope = 'https://www.googleapis.com/auth/cloud-platform';
const usualRegion = 'us-central1';
const lifeS = 3600;

const account = z.object({
  client_email: z.string(),
  private_key: z.string(),
  project_id: z.string().optional(),
});
const token = z.object({ access_token: z.string() });

type Account = z.output<typeof account>;

interface VertexConnection {
  /** Address of Google's models in the project and the region. */
  baseUrl: string;
  /** The egress fetch with a token in its headers, asked for at the first request. */
  fetch: FetchFunction;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What the account claims of itself, signed with its key. */
function assertion({ client_email, private_key }: Account): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: client_email, scope, aud: tokenUrl, iat: now, exp: now + lifeS };
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), private_key).toString('base64url')}`;
}

async function askToken(owner: Account, fetch: FetchFunction): Promise<string> {
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: assertion(owner) };
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(grant).toString(),
  });
  // An unknown account or key is a bad request there.
  if (response.status === 400)
    throw new AppError(
      'PROVIDER_UNAUTHORIZED',
      'Vertex AI rejected the key. Check the secret selected in this node.',
    );
  if (!response.ok) throw await readRefusal(response, tokenUrl, undefined);
  return token.parse(await response.json()).access_token;
}

/** The service account of the secret. Throws CREDENTIAL_MISSING without one, FLOW_INVALID when it is unreadable. */
async function readAccount(context: RunContext, owner: string): Promise<Account> {
  const text = await findKey(context, 'googleApplicationCredential');
  if (!text) {
    throw new AppError(
      'CREDENTIAL_MISSING',
      `${owner}: add a secret with the JSON of a service account. Files on the server are not read.`,
    );
  }
  const parsed = account.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new AppError('FLOW_INVALID', `${owner}: the JSON of the service account could not be read.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Project, region and token of Vertex AI; `owner` is what needs them: "Vertex AI chat model". */
export async function vertexConnection(
  region: string | undefined,
  context: RunContext,
  owner: string,
): Promise<VertexConnection> {
  const own = await readAccount(context, owner);
  const project = (await findKey(context, 'projectID')) ?? own.project_id;
  const place = region?.trim() || usualRegion;
  if (!project || !/^[a-z0-9-]+$/.test(place))
    throw new AppError(
      'FLOW_INVALID',
      `${owner}: the ${project ? 'region is not valid' : 'project ID is missing'}.`,
    );
  const { fetch } = context.services;
  const bearer = lazily(() => askToken(own, fetch));
  const host = place === 'global' ? 'aiplatform' : `${place}-aiplatform`;
  const path = `projects/${encodeURIComponent(project)}/locations/${place}/publishers/google`;
  return {
    baseUrl: `https://${host}.googleapis.com/v1/${path}`,
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      // That of Google's other service.
      headers.delete('x-goog-api-key');
      headers.set('authorization', `Bearer ${await bearer()}`);
      return fetch(input, { ...init, headers });
    },
  };
}
