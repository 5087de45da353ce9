import type { Embedder } from '@tendril/contract/provider/embedder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOpenAiServer } from '../../testing/openai-server.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import type { VendorServer } from '../../testing/vendor-server.ts';

describe('openAIEmbeddings', () => {
  let server: VendorServer;

  beforeEach(async () => {
    server = await startOpenAiServer();
  });
  afterEach(() => server.close());

  const context = () =>
    testContext({ credential: { openAIApiKey: 'secret-1' }, services: { fetch: redirectFetch(server.url) } });
  const make = (values: Record<string, unknown>) => runNode<Embedder>('openAIEmbeddings', values, context());

  it('embeds in batches, in order, and shows what it cost', async () => {
    const run = context();
    const embedder = await make({ batchSize: 2, dimensions: 64 });
    const vectors = await embedder.embed(['one', 'two words', 'three more words'], run);
    expect(vectors).toEqual([
      [3, 1, 1],
      [9, 2, 1],
      [16, 3, 1],
    ]);
    expect(server.requests.map((request) => request.body.input)).toEqual([
      ['one', 'two words'],
      ['three more words'],
    ]);
    expect(server.requests[0]?.body).toMatchObject({ model: 'text-embedding-3-small', dimensions: 64 });
    expect(run.events.at(-1)).toMatchObject({
      type: 'step-end',
      kind: 'embedding',
      output: { count: 3, dimensions: 3 },
      usage: { inputTokens: 9, outputTokens: 0 },
      costUsd: (9 * 0.02) / 1e6,
    });
  });

  it('turns line breaks into spaces when asked', async () => {
    await (await make({ stripNewLines: true })).embed(['one\ntwo'], context());
    await (await make({})).embed(['one\ntwo'], context());
    expect(server.requests.map((request) => request.body.input)).toEqual([['one two'], ['one\ntwo']]);
  });

  it('says refusals in words, in the trace too', async () => {
    server.play({ kind: 'status', status: 401, message: 'Incorrect API key provided: secret-1' });
    const run = context();
    const embedder = await make({});
    await expect(embedder.embed(['one'], run)).rejects.toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
    expect(run.events.at(-1)).toMatchObject({
      type: 'step-end',
      error: 'OpenAI rejected the key. Check the secret selected in this node.',
    });
  });

  it('needs a key for OpenAI, and none for another server', async () => {
    await expect(runNode('openAIEmbeddings', {}, testContext())).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: 'OpenAI embeddings need a key. Add one, or use the demo embeddings.',
    });
    const bare = testContext();
    const embedder = await runNode<Embedder>('openAIEmbeddings', { basepath: `${server.url}/v1` }, bare);
    expect(await embedder.embed(['one'], bare)).toEqual([[3, 1, 1]]);
  });
});
