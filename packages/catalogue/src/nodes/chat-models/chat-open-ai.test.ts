import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askModel } from '../../model/ask-model.ts';
import { startOpenAiServer } from '../../testing/openai-server.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, runNode } from '../../testing/run-node.ts';
import type { VendorServer } from '../../testing/vendor-server.ts';

const messages = [{ role: 'user' as const, content: 'Hello' }];
const credential = { openAIApiKey: 'secret-0123456789' };

describe('chatOpenAI', () => {
  let server: VendorServer;

  beforeEach(async () => {
    server = await startOpenAiServer();
  });
  afterEach(() => server.close());

  const context = () => testContext({ credential, services: { fetch: redirectFetch(server.url) } });
  const make = (values: Record<string, unknown>) => runNode<ChatModel>('chatOpenAI', values, context());

  it('sends every setting of the node', async () => {
    const model = await make({
      modelName: 'gpt-4o',
      temperature: '0.2',
      maxTokens: 50,
      topP: 0.5,
      frequencyPenalty: 0.1,
      presencePenalty: 0.3,
      stopSequence: 'END, STOP',
      baseOptions: '{"x-team": "seven"}',
    });
    await askModel(model, { messages }, context());
    expect(server.requests[0]?.body).toMatchObject({
      model: 'gpt-4o',
      temperature: 0.2,
      max_tokens: 50,
      top_p: 0.5,
      frequency_penalty: 0.1,
      presence_penalty: 0.3,
      stop: ['END', 'STOP'],
    });
    expect(server.requests[0]?.headers['x-team']).toBe('seven');
    expect(model.price).toEqual({ input: 2.5, output: 10 });
  });

  it('sends the reasoning effort to reasoning models only', async () => {
    await askModel(await make({ modelName: 'gpt-5-mini', reasoningEffort: 'high' }), { messages }, context());
    await askModel(await make({ modelName: 'gpt-4o', reasoningEffort: 'high' }), { messages }, context());
    expect(server.requests.map((request) => request.body.reasoning_effort)).toEqual(['high', undefined]);
  });

  it('talks to another server at its own address, without a key and without a price', async () => {
    const bare = testContext();
    const model = await runNode<ChatModel>('chatOpenAI', { basepath: `${server.url}/v1/` }, bare);
    expect(model).toMatchObject({ provider: 'openai-compatible', price: undefined });
    expect((await askModel(model, { messages }, bare)).text).toBe('Hello');
    expect(server.requests[0]?.path).toBe('/v1/chat/completions');
  });

  it('gives up after its timeout', async () => {
    server.play({ kind: 'hang' });
    const model = await make({ timeout: 1000 });
    await expect(askModel(model, { messages }, context())).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'OpenAI took too long to answer.',
    });
    expect((await server.nextClosing()).isFinished).toBe(false);
  });

  it('holds the model to the letter of a closed schema, and of tools when asked', async () => {
    const closed: JSONSchema7 = {
      type: 'object',
      properties: { mood: { type: 'string' } },
      required: ['mood'],
      additionalProperties: false,
    };
    const tool: LanguageModelV4FunctionTool = { type: 'function', name: 'feel', inputSchema: closed };
    const open: JSONSchema7 = { type: 'object', properties: { mood: { type: 'string' } } };
    await askModel(await make({ strictToolCalling: true }), { messages, tools: [tool] }, context());
    await askModel(await make({}), { messages, schema: closed }, context());
    await askModel(await make({}), { messages, schema: open }, context());
    const [tools, strict, loose] = server.requests.map((request) => JSON.stringify(request.body));
    expect(tools).toContain('"strict":true');
    expect(strict).toContain('"strict":true');
    expect(loose).toContain('"strict":false');
  });

  it.each([
    [{ proxyUrl: 'http://proxy.test' }, 'Proxy Url'],
    [{ basepath: 'ftp://models.test' }, 'Base Path: "ftp://models.test" is not a valid URL.'],
    [{ baseOptions: '[1]' }, 'BaseOptions: must be a JSON object'],
  ])('refuses %j in words', async (values, message) => {
    await expect(make(values)).rejects.toMatchObject({
      code: 'FLOW_INVALID',
      message: expect.stringContaining(message),
    });
  });

  describe('offers models by name', () => {
    const choicesOf = async (asked: Partial<LoadRequest>) => {
      const node = await loadNode('chatOpenAI');
      const choices = await node.loadMethods?.['listModels']?.({
        inputs: {},
        credential: async () => undefined,
        fetch: async () => Promise.reject(new Error('away')),
        listTools: async () => [],
        signal: new AbortController().signal,
        ...asked,
      });
      return choices?.map((choice) => choice.name);
    };
    /** A server that lists models, and notes who asked. */
    const listing = (ids: readonly string[]) => {
      const asked: [string, string | null][] = [];
      const answer: FetchFunction = async (input, init) => {
        asked.push([String(input), new Headers(init?.headers).get('authorization')]);
        return Response.json({ data: ids.map((id) => ({ id })) });
      };
      return { asked, fetch: answer };
    };

    it('the known ones without a key, and where the server does not answer', async () => {
      expect(await choicesOf({})).toContain('gpt-4o-mini');
      expect(await choicesOf({ credential: async () => ({ openAIApiKey: 'sk-1' }) })).toContain(
        'gpt-4o-mini',
      );
    });

    it('those that the server of the secret lists, with its key', async () => {
      const server = listing(['mistral', 'llama-3.3', 'nomic-embed']);
      const credential = async () => ({ openAIApiKey: 'sk-own', basePath: 'https://models.test/v1/' });
      expect(await choicesOf({ credential, fetch: server.fetch })).toEqual([
        'llama-3.3',
        'mistral',
        'nomic-embed',
      ]);
      expect(server.asked).toEqual([['https://models.test/v1/models', 'Bearer sk-own']]);
    });

    it('of OpenAI the chat models alone, those we know first', async () => {
      const server = listing([
        'whisper-1',
        'gpt-next',
        'gpt-4o-mini',
        'text-embedding-3-small',
        'gpt-4o-audio-preview',
      ]);
      const credential = async () => ({ openAIApiKey: 'sk-own' });
      expect(await choicesOf({ credential, fetch: server.fetch })).toEqual(['gpt-4o-mini', 'gpt-next']);
    });

    it('of an address typed into the node without giving it the key', async () => {
      const server = listing(['other']);
      const credential = async () => ({ openAIApiKey: 'sk-own' });
      const inputs = { basepath: 'https://elsewhere.test/v1' };
      expect(await choicesOf({ credential, inputs, fetch: server.fetch })).toEqual(['other']);
      expect(server.asked).toEqual([['https://elsewhere.test/v1/models', null]]);
    });
  });
});
