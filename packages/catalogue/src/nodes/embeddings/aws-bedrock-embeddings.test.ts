import type { Embedder } from '@tendril/contract/provider/embedder';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { sendJson, startVendorServer, type VendorServer } from '../../testing/vendor-server.ts';

const secret = 'CANARY/0123456789abcdef';
const credential = { awsKey: 'AKIDEXAMPLE', awsSecret: secret, awsSession: 'session-1' };

let server: VendorServer;
beforeEach(async () => {
  server = await startVendorServer(({ body }, scenario, response) => {
    if (scenario.kind === 'status') sendJson(response, { message: scenario.message }, scenario.status);
    else if (body['texts'])
      sendJson(response, { embeddings: (body['texts'] as string[]).map((text) => [text.length, 1]) });
    else sendJson(response, { embedding: [String(body['inputText']).length, 1], inputTextTokenCount: 2 });
  });
});
afterEach(() => server.close());

const contextOf = (given: Record<string, string> = credential) =>
  testContext({ credential: given, services: { fetch: redirectFetch(server.url) } });
const make = (values: Record<string, unknown>, given?: Record<string, string>) =>
  runNode<Embedder>('AWSBedrockEmbeddings', values, contextOf(given));

it('signs each request, and asks a model of Amazon text by text', async () => {
  const run = contextOf();
  const embedder = await make({ region: 'eu-west-1', model: 'amazon.titan-embed-text-v2:0' });
  expect(await embedder.embed(['one', 'three'], run)).toEqual([
    [3, 1],
    [5, 1],
  ]);
  expect(run.events.at(-1)).toMatchObject({ type: 'step-end', usage: { inputTokens: 4 } });
  expect(server.requests.map(({ body }) => body)).toEqual([{ inputText: 'one' }, { inputText: 'three' }]);
  const { path, headers } = server.requests[0] ?? expect.fail('nothing was asked');
  expect(path).toBe('/model/amazon.titan-embed-text-v2%3A0/invoke');
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
  );
  expect(headers['x-amz-security-token']).toBe('session-1');
});

it('asks a model of Cohere for many texts at once', async () => {
  const values = { customModel: 'cohere.embed-english-v3', inputType: 'search_query' };
  const embedder = await make(values);
  expect(await embedder.embed(['one', 'three'], contextOf())).toEqual([
    [3, 1],
    [5, 1],
  ]);
  expect(server.requests.map(({ body }) => body)).toEqual([
    { texts: ['one', 'three'], input_type: 'search_query', truncate: 'END' },
  ]);
});

it('says in words what is wrong, without the key', async () => {
  const values = { model: 'amazon.titan-embed-text-v1', inputType: 'search_query' };
  await expect(make(values, {})).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' });
  await expect(make({ ...values, region: 'evil.test/' })).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  await expect(make(values, { ...credential, roleArn: 'arn:aws:iam::1:role/a' })).rejects.toMatchObject({
    code: 'FLOW_INVALID',
  });
  for (const [status, message] of [
    [403, 'AWS Bedrock rejected the key. Check the secret selected in this node.'],
    [400, 'AWS Bedrock rejected the request: No, …'],
  ] as const) {
    server.play({ kind: 'status', status, message: `No, ${secret}` });
    await expect((await make(values)).embed(['one'], contextOf())).rejects.toMatchObject({ message });
  }
});
