import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Embedder } from '@tendril/contract/provider/embedder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askModel } from '../../model/ask-model.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { openEvents, sendJson, startVendorServer, type VendorServer } from '../../testing/vendor-server.ts';

const key = 'CANARY_0123456789abcdef';
const credential = {
  version: '2024-05-31',
  serviceUrl: 'https://us-south.ml.cloud.ibm.com/',
  projectId: 'p1',
  watsonxAIAuthType: 'iam',
  watsonxAIApikey: ` ${key}\n`,
};
const messages = [{ role: 'user' as const, content: 'Say hello.' }];

let server: VendorServer;
beforeEach(async () => {
  server = await startVendorServer(({ path, body }, scenario, response) => {
    if (scenario.kind === 'status') {
      sendJson(response, { errors: [{ message: scenario.message }] }, scenario.status);
      return;
    }
    const usage = { prompt_tokens: 12, completion_tokens: 7 };
    if (path.startsWith('/ml/v1/text/chat_stream')) {
      const send = openEvents(response);
      for (const content of ['Hel', 'lo'])
        send({ choices: [{ delta: { content }, finish_reason: null }] }, 'message');
      send({ choices: [{ delta: {}, finish_reason: 'stop' }], usage }, 'message');
      response.end();
    } else if (path.startsWith('/ml/v1/text/chat')) {
      sendJson(response, { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }], usage });
    } else if (path.startsWith('/ml/v1/text/generation')) {
      sendJson(response, { results: [{ generated_text: 'Hello' }] });
    } else {
      const results = (body['inputs'] as string[]).map((text) => ({ embedding: [text.length, 1] }));
      sendJson(response, { results, input_token_count: 4 });
    }
  });
});
afterEach(() => server.close());

/** The exchange of the key is a form, which the local server does not read. */
function contextOf(given: Record<string, string> = credential, isStreaming = false) {
  const asked: string[] = [];
  const redirected = redirectFetch(server.url);
  const fetch: typeof redirected = async (input, init) => {
    if (!String(input).startsWith('https://iam.')) return redirected(input, init);
    asked.push(String(init?.body));
    if (String(init?.body).includes('wrong')) return Response.json({ errorMessage: key }, { status: 400 });
    return Response.json({ access_token: 'short-lived' });
  };
  return { ...testContext({ credential: given, services: { fetch }, isStreaming }), asked };
}

describe('watsonx.ai', () => {
  it.each([true, false])('chats with a token for its key (streaming: %s)', async (isStreaming) => {
    const run = contextOf(credential, isStreaming);
    const values = { modelName: 'ibm/granite-3', maxTokens: 50, topP: 0.4, presencePenalty: 0.3 };
    const model = await runNode<ChatModel>('chatIBMWatsonx', values, run);
    const reply = await askModel(model, { messages, isAnswer: true }, run);
    expect(reply).toMatchObject({ text: 'Hello', usage: { inputTokens: 12, outputTokens: 7 } });
    await askModel(model, { messages }, run);
    expect(run.asked).toEqual([`grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey=${key}`]);
    const { path, headers, body } = server.requests[0] ?? expect.fail('nothing was asked');
    expect(path).toBe(`/ml/v1/text/${isStreaming ? 'chat_stream' : 'chat'}?version=2024-05-31`);
    expect(headers.authorization).toBe('Bearer short-lived');
    expect(body).toMatchObject({
      model_id: 'ibm/granite-3',
      project_id: 'p1',
      messages,
      max_tokens: 50,
      top_p: 0.4,
      presence_penalty: 0.3,
    });
    for (const field of ['model', 'stream', 'stream_options']) expect(body).not.toHaveProperty(field);
  });

  it('continues a text with its own parameters', async () => {
    const run = contextOf();
    const values = { modelId: 'ibm/granite-3', maxNewTokens: 9, stopSequence: 'END, STOP', randomSeed: 3 };
    const model = await runNode<ChatModel>('ibmWatsonx', values, run);
    expect((await askModel(model, { messages, isAnswer: true }, run)).text).toBe('Hello');
    expect(server.requests[0]).toMatchObject({
      path: '/ml/v1/text/generation?version=2024-05-31',
      body: {
        input: 'Say hello.',
        parameters: {
          decoding_method: 'greedy',
          max_new_tokens: 9,
          stop_sequences: ['END', 'STOP'],
          random_seed: 3,
        },
      },
    });
  });

  it('makes vectors, with a token of one’s own too', async () => {
    const run = contextOf({ ...credential, watsonxAIAuthType: 'bearertoken', watsonxAIBearerToken: 'mine' });
    const embedder = await runNode<Embedder>('ibmEmbedding', { truncateInputTokens: 5 }, run);
    expect(await embedder.embed(['one'], run)).toEqual([[3, 1]]);
    expect(run.asked).toEqual([]);
    expect(server.requests[0]).toMatchObject({
      path: '/ml/v1/text/embeddings?version=2024-05-31',
      headers: { authorization: 'Bearer mine' },
      body: { inputs: ['one'], parameters: { truncate_input_tokens: 5 }, project_id: 'p1' },
    });
  });

  it('says in words what is wrong, without the key', async () => {
    server.play({ kind: 'status', status: 404, message: `No such model, ${key}` });
    for (const node of ['chatIBMWatsonx', 'ibmWatsonx']) {
      const run = contextOf();
      const model = await runNode<ChatModel>(node, { modelName: 'm', modelId: 'm' }, run);
      await expect(askModel(model, { messages }, run)).rejects.toMatchObject({
        code: 'PROVIDER_REFUSED',
        message: 'watsonx.ai rejected the request: No such model, …',
      });
    }
    const wrong = contextOf({ ...credential, watsonxAIApikey: 'wrong' });
    const model = await runNode<ChatModel>('chatIBMWatsonx', { modelName: 'm' }, wrong);
    await expect(askModel(model, { messages }, wrong)).rejects.toMatchObject({
      code: 'PROVIDER_UNAUTHORIZED',
    });
    await expect(
      runNode('chatIBMWatsonx', { modelName: 'm' }, contextOf({ ...credential, projectId: '' })),
    ).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: 'watsonx.ai chat model: the secret has no project ID.',
    });
  });
});
