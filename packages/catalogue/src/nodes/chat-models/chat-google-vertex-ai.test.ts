import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Embedder } from '@tendril/contract/provider/embedder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../catalogue.ts';
import { askModel } from '../../model/ask-model.ts';
import { startGoogleServer } from '../../testing/google-server.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { sendJson, startVendorServer, type VendorServer } from '../../testing/vendor-server.ts';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const account = { client_email: 'robot@p1.iam.test', private_key: pair.privateKey, project_id: 'p1' };
const messages = [{ role: 'user' as const, content: 'Say hello.' }];

let server: VendorServer;
beforeEach(async () => {
  server = await startGoogleServer();
});
afterEach(() => server.close());

function contextOf(given: Record<string, string>, origin: string, isStreaming = false, tokenStatus = 200) {
  const claims: Record<string, unknown>[] = [];
  const hosts: string[] = [];
  const redirected = redirectFetch(origin);
  const fetch: typeof redirected = async (input, init) => {
    hosts.push(new URL(String(input)).host);
    if (!String(input).startsWith('https://oauth2.')) return redirected(input, init);
    const [head, body, signature] = (new URLSearchParams(String(init?.body)).get('assertion') ?? '').split(
      '.',
    );
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${body}`)
      .verify(pair.publicKey, signature ?? '', 'base64url');
    claims.push({ ...JSON.parse(Buffer.from(body ?? '', 'base64url').toString()), isSigned });
    return Response.json({ access_token: 'short-lived' }, { status: tokenStatus });
  };
  return { ...testContext({ credential: given, services: { fetch }, isStreaming }), claims, hosts };
}

const credential = { googleApplicationCredential: JSON.stringify(account) };

describe('Vertex AI', () => {
  it.each([true, false])(
    'chats with a token for the service account (streaming: %s)',
    async (isStreaming) => {
      const run = contextOf(credential, server.url, isStreaming);
      const values = {
        modelName: 'gemini-2.5-flash',
        region: 'europe-west4',
        maxOutputTokens: 50,
        topK: 9,
        thinkingBudget: 128,
      };
      const model = await runNode<ChatModel>('chatGoogleVertexAI', values, run);
      const reply = await askModel(model, { messages, isAnswer: true }, run);
      expect(reply).toMatchObject({ text: 'Hello', usage: { inputTokens: 12, outputTokens: 7 } });
      await askModel(model, { messages }, run);

      expect(run.claims).toMatchObject([
        { iss: account.client_email, aud: 'https://oauth2.googleapis.com/token', isSigned: true },
      ]);
      expect(run.hosts[1]).toBe('europe-west4-aiplatform.googleapis.com');
      const { path, headers, body } = server.requests[0] ?? expect.fail('nothing was asked');
      const method = isStreaming ? 'streamGenerateContent?alt=sse' : 'generateContent';
      expect(path).toBe(
        `/v1/projects/p1/locations/europe-west4/publishers/google/models/gemini-2.5-flash:${method}`,
      );
      expect(headers.authorization).toBe('Bearer short-lived');
      expect(headers['x-goog-api-key']).toBeUndefined();
      expect(body).toMatchObject({
        generationConfig: { maxOutputTokens: 50, topK: 9, thinkingConfig: { thinkingBudget: 128 } },
      });
    },
  );

  it('calls a tool, also as a language model with a project of its own', async () => {
    server.play({ kind: 'tool-call', tool: 'weather', input: { city: 'Oslo' } });
    const run = contextOf({ ...credential, projectID: 'p2' }, server.url);
    const model = await runNode<ChatModel>('googlevertexai', { modelName: 'gemini-2.5-pro' }, run);
    const tools = [{ type: 'function' as const, name: 'weather', inputSchema: { type: 'object' as const } }];
    const { toolCalls } = await askModel(model, { messages, tools }, run);
    expect(toolCalls).toMatchObject([{ tool: 'weather', input: { city: 'Oslo' } }]);
    expect(server.requests[0]?.path).toContain('/projects/p2/locations/us-central1/');
  });

  it('makes vectors, one text in each request for the models that take no more', async () => {
    const own = await startVendorServer(({ body }, _scenario, response) => {
      const predictions = (body['instances'] as { content: string }[]).map(({ content }) => ({
        embeddings: { values: [content.length, 1], statistics: { token_count: 2 } },
      }));
      sendJson(response, { predictions });
    });
    const run = contextOf(credential, own.url);
    for (const modelName of ['text-embedding-005', 'gemini-embedding-001']) {
      const embedder = await runNode<Embedder>('googlevertexaiEmbeddings', { modelName }, run);
      expect(await embedder.embed(['one', 'three'], run)).toEqual([
        [3, 1],
        [5, 1],
      ]);
      expect(run.events.at(-1)).toMatchObject({ usage: { inputTokens: 4 } });
    }
    expect(own.requests.map(({ body }) => (body['instances'] as unknown[]).length)).toEqual([2, 1, 1]);
    await own.close();
  });

  it('says in words what is wrong', async () => {
    const refused = contextOf(credential, server.url, false, 400);
    const model = await runNode<ChatModel>('chatGoogleVertexAI', { modelName: 'gemini-2.5-pro' }, refused);
    await expect(askModel(model, { messages }, refused)).rejects.toMatchObject({
      code: 'PROVIDER_UNAUTHORIZED',
      message: 'Vertex AI rejected the key. Check the secret selected in this node.',
    });
    const make = (given: Record<string, string>, region = '') =>
      runNode('chatGoogleVertexAI', { modelName: 'gemini-2.5-pro', region }, contextOf(given, server.url));
    await expect(make({ googleApplicationCredentialFilePath: '/etc/key.json' })).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
    });
    await expect(make({ googleApplicationCredential: 'no JSON' })).rejects.toMatchObject({
      code: 'FLOW_INVALID',
    });
    await expect(make(credential, 'evil.test/')).rejects.toMatchObject({ code: 'FLOW_INVALID' });
    expect(server.requests).toEqual([]);
  });

  it('lists models and regions', async () => {
    for (const name of ['chatGoogleVertexAI', 'googlevertexaiEmbeddings']) {
      const { listModels, listRegions } = (await createCatalogue().load(name))?.loadMethods ?? {};
      const request = { inputs: {}, credential: async () => undefined, fetch, listTools: async () => [] };
      for (const list of [listModels, listRegions])
        expect((await list?.({ ...request, signal: AbortSignal.timeout(1000) }))?.length).toBeGreaterThan(3);
    }
  });
});
