import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { afterEach, describe, expect, it } from 'vitest';
import { startAnthropicServer } from '../../testing/anthropic-server.ts';
import { startGoogleServer } from '../../testing/google-server.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { askedState, stepState } from '../../testing/run-step.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function ask(model: ChatModel, given: Record<string, unknown>) {
  const context = testContext({ nodeId: 'agent_0' });
  const previous = [askedState('What is new?')];
  return stepState('agentAgentflow', { agentModelPart: model, previous, ...given }, context);
}

/** OpenAI's newer protocol, as far as one answer after a search needs it. */
async function startResponsesServer() {
  const requests: { path: string | undefined; body: Record<string, unknown> }[] = [];
  const output = [
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'news' } },
    {
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      content: [{ type: 'output_text', text: 'Tea is new.', annotations: [] }],
    },
  ];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    requests.push({ path: request.url, body: JSON.parse(Buffer.concat(pieces).toString('utf8')) });
    const usage = { input_tokens: 5, output_tokens: 3 };
    const answer = { id: 'resp_1', created_at: 1_760_000_000, model: 'gpt-4o-mini', output, usage };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

describe('tools that vendors run themselves, in an agent flow', () => {
  it('are asked for at OpenAI by its newer address, and their use is shown', async () => {
    const { url, requests } = await startResponsesServer();
    const model = await runNode<ChatModel>('chatOpenAI', { basepath: url }, testContext());
    const state = await ask(model, {
      agentModel: 'chatOpenAI',
      agentToolsBuiltInOpenAI: '["web_search_preview"]',
    });
    expect(requests[0]).toMatchObject({
      path: '/v1/responses',
      body: { model: 'gpt-4o-mini', tools: [{ type: 'web_search_preview' }] },
    });
    expect(state.results['agent_0']?.content).toBe('Tea is new.');
    expect(state.usedTools).toMatchObject([{ tool: 'web_search_preview' }]);
  });

  it('are asked for at Anthropic among the other tools', async () => {
    const server = await startAnthropicServer();
    closing.push(() => server.close());
    const services = { fetch: redirectFetch(server.url) };
    const credential = { anthropicApiKey: 'key' };
    const model = await runNode<ChatModel>('chatAnthropic', {}, testContext({ services, credential }));
    const state = await ask(model, {
      agentModel: 'chatAnthropic',
      agentToolsBuiltInAnthropic: '["web_search_20250305"]',
    });
    expect(state.results['agent_0']?.content).toBe('Hello');
    expect(server.requests[0]?.body['tools']).toMatchObject([
      { type: 'web_search_20250305', name: 'web_search' },
    ]);
  });

  it('are asked for at Google by their names there', async () => {
    const server = await startGoogleServer();
    closing.push(() => server.close());
    const services = { fetch: redirectFetch(server.url) };
    const credential = { googleGenerativeAPIKey: 'key' };
    const model = await runNode<ChatModel>(
      'chatGoogleGenerativeAI',
      {},
      testContext({ services, credential }),
    );
    const state = await ask(model, {
      agentModel: 'chatGoogleGenerativeAI',
      agentToolsBuiltInGemini: '["googleSearch","urlContext"]',
    });
    expect(state.results['agent_0']?.content).toBe('Hello');
    expect(server.requests[0]?.body['tools']).toEqual([{ googleSearch: {} }, { urlContext: {} }]);
  });
});
