import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askModel } from '../../model/ask-model.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { piecesOf, sendJson, startVendorServer, type VendorServer } from '../../testing/vendor-server.ts';

const secret = 'CANARY/0123456789abcdef';
const credential = { awsKey: 'AKIDEXAMPLE', awsSecret: secret };
const weather = { type: 'function' as const, name: 'weather', inputSchema: { type: 'object' as const } };

let server: VendorServer;
beforeEach(async () => {
  server = await startVendorServer((_request, scenario, response) => {
    if (scenario.kind === 'status') {
      sendJson(response, { message: scenario.message }, scenario.status);
      return;
    }
    const isCall = scenario.kind === 'tool-call';
    const content = isCall
      ? [{ text: 'I look.' }, { toolUse: { toolUseId: 't1', name: scenario.tool, input: scenario.input } }]
      : [{ text: piecesOf(scenario).join('') }];
    sendJson(response, {
      output: { message: { role: 'assistant', content } },
      stopReason: isCall ? 'tool_use' : 'end_turn',
      usage: { inputTokens: 12, outputTokens: 7, totalTokens: 19 },
    });
  });
});
afterEach(() => server.close());

const context = (isStreaming = false) =>
  testContext({ credential, services: { fetch: redirectFetch(server.url) }, isStreaming });
const make = (values: Record<string, unknown> = {}) =>
  runNode<ChatModel>('awsChatBedrock', values, context());

it.each([true, false])('asks with a signature and each input (streaming: %s)', async (isStreaming) => {
  const run = context(isStreaming);
  const values = {
    region: 'eu-west-1',
    max_tokens_to_sample: 50,
    latencyOptimized: true,
    useGlobalEndpoint: true,
  };
  const messages = [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'One.' },
    { role: 'user' as const, content: 'Two.' },
  ];
  const reply = await askModel(await make(values), { messages, isAnswer: true }, run);
  expect(reply).toMatchObject({
    text: 'Hello',
    finishReason: 'stop',
    usage: { inputTokens: 12, outputTokens: 7 },
  });
  const { path, headers, body } = server.requests[0] ?? expect.fail('nothing was asked');
  expect(path).toBe('/model/global.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse');
  expect(headers.authorization).toContain('/eu-west-1/bedrock/aws4_request');
  expect(body).toEqual({
    system: [{ text: 'Be brief.' }],
    messages: [{ role: 'user', content: [{ text: 'One.' }, { text: 'Two.' }] }],
    inferenceConfig: { maxTokens: 50, temperature: 0.7 },
    performanceConfig: { latency: 'optimized' },
  });
});

it('calls a tool, and tells the model what came of it', async () => {
  server.play({ kind: 'tool-call', tool: 'weather', input: { city: 'Oslo' } });
  const question = { role: 'user' as const, content: 'The weather in Oslo?' };
  const reply = await askModel(await make(), { messages: [question], tools: [weather] }, context());
  expect(reply).toMatchObject({ text: 'I look.', finishReason: 'tool-calls' });
  expect(reply.toolCalls).toEqual([{ toolCallId: 't1', tool: 'weather', input: { city: 'Oslo' } }]);
  expect(server.requests[0]?.body['toolConfig']).toEqual({
    tools: [{ toolSpec: { name: 'weather', inputSchema: { json: { type: 'object' } } } }],
  });

  const call = { type: 'tool-call' as const, toolCallId: 't1', toolName: 'weather', input: { city: 'Oslo' } };
  const output = { type: 'text' as const, value: 'Rain.' };
  const result = { type: 'tool-result' as const, toolCallId: 't1', toolName: 'weather', output };
  const messages = [
    question,
    { role: 'assistant' as const, content: [call] },
    { role: 'tool' as const, content: [result] },
  ];
  await askModel(await make(), { messages, tools: [weather] }, context());
  expect(server.requests[1]?.body['messages']).toEqual([
    { role: 'user', content: [{ text: question.content }] },
    {
      role: 'assistant',
      content: [{ toolUse: { toolUseId: 't1', name: 'weather', input: { city: 'Oslo' } } }],
    },
    { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [{ text: 'Rain.' }] } }] },
  ]);
});

it('says the form of an answer in the instructions', async () => {
  const messages = [{ role: 'user' as const, content: 'How are you?' }];
  const schema = { type: 'object' as const, properties: { mood: { type: 'string' as const } } };
  await askModel(await make(), { messages, schema }, context());
  expect(JSON.stringify(server.requests[0]?.body['system'])).toContain('mood');
});

it('says refusals in words, without the key', async () => {
  const messages = [{ role: 'user' as const, content: 'Hello.' }];
  for (const [status, message] of [
    [403, 'AWS Bedrock rejected the key. Check the secret selected in this node.'],
    [503, 'AWS Bedrock is not available right now (status 503).'],
    [400, 'AWS Bedrock rejected the request: No, …'],
  ] as const) {
    server.play({ kind: 'status', status, message: `No, ${secret}` });
    await expect(askModel(await make(), { messages }, context())).rejects.toMatchObject({ message });
  }
});
