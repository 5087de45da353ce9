import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import type { Tool } from '@tendril/contract/provider/tool';
import { afterEach, describe, expect, it } from 'vitest';
import { type TestContextOptions, testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { askedState, stepState } from '../../testing/run-step.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

type FlowCall = Parameters<NonNullable<NodeServices['runFlow']>>[0];

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A context in which other flows answer, and the calls that they got. */
function house(answer: Answer, options: TestContextOptions = {}) {
  const calls: FlowCall[] = [];
  const runFlow = async (call: FlowCall) => {
    calls.push(call);
    return answer;
  };
  const context = testContext({
    nodeId: 'flow_0',
    question: 'What is tea?',
    ...options,
    services: { runFlow, ...options.services },
  });
  return { context, calls };
}

/** Another installation, on loopback. */
async function elsewhere(answer: object, status = 200) {
  const received: { path: string | undefined; headers: IncomingMessage['headers']; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    received.push({ path: request.url, headers: request.headers, body });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const execute = (context: ReturnType<typeof testContext>, given: Record<string, unknown> = {}) =>
  stepState(
    'executeFlowAgentflow',
    {
      executeFlowSelectedFlow: 'flow-2',
      executeFlowInput: 'Find tea',
      previous: [askedState('Hi')],
      ...given,
    },
    context,
  );

describe('a step that executes another flow', () => {
  it('asks the flow in its own conversation, and passes on the answer with its sources', async () => {
    const documents = [{ pageContent: 'Tea', metadata: {} }];
    const { context, calls } = house({ text: 'A leaf.', sourceDocuments: documents });
    const state = await execute(context, {
      executeFlowOverrideConfig: '{"temperature":0}',
      executeFlowReturnResponseAs: 'assistantMessage',
      executeFlowUpdateState: [{ key: 'answer', value: '{{ output }}' }],
    });
    expect(calls).toMatchObject([
      { flowId: 'flow-2', question: 'Find tea', sessionId: 'chat-1', overrideConfig: { temperature: 0 } },
    ]);
    expect(state.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'A leaf.' });
    expect(state.values['answer']).toBe('A leaf.');
    expect(state.sourceDocuments).toEqual(documents);
  });

  it('gives the fields of an answer in JSON', async () => {
    const { context } = house({ json: { city: 'Bern' } });
    expect((await execute(context)).results['flow_0']).toEqual({
      content: '{"city":"Bern"}',
      output: { city: 'Bern', content: '{"city":"Bern"}' },
    });
  });

  it('ignores a base URL that is its own installation, and asks another one with its key', async () => {
    const own = house({ text: 'Here.' });
    await execute(own.context, { executeFlowBaseURL: 'http://localhost:3000' });
    expect(own.calls).toHaveLength(1);
    const isOwnAddress = (url: string) => url.startsWith('https://flows.example.com') || undefined;
    const named = house({ text: 'Here.' }, { services: { isOwnAddress } });
    await execute(named.context, { executeFlowBaseURL: 'https://flows.example.com/' });
    expect(named.calls).toHaveLength(1);

    const other = await elsewhere({ text: 'There.', sourceDocuments: [{ pageContent: 'x', metadata: {} }] });
    const away = house(
      { text: 'Here.' },
      { credential: { chatflowApiKey: 'key-1' }, services: { isOwnAddress: () => false } },
    );
    const state = await execute(away.context, { executeFlowBaseURL: `${other.url}/` });
    expect(away.calls).toEqual([]);
    expect(state.results['flow_0']?.content).toBe('There.');
    expect(other.received).toMatchObject([
      {
        path: '/api/v1/prediction/flow-2',
        headers: { authorization: 'Bearer key-1', 'flowise-tool': 'true' },
        body: { question: 'Find tea', overrideConfig: { sessionId: 'chat-1' } },
      },
    ]);
  });

  it('says why another installation refused, without the key', async () => {
    const other = await elsewhere({ message: 'The key key-1 is not known' }, 401);
    const options = { credential: { chatflowApiKey: 'key-1' }, services: { isOwnAddress: () => false } };
    const asked = execute(house({ text: '' }, options).context, { executeFlowBaseURL: other.url });
    await expect(asked).rejects.toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
    await expect(asked).rejects.not.toThrow('key-1');
  });

  it('does not run itself', async () => {
    const asked = execute(house({ text: '' }).context, { executeFlowSelectedFlow: 'flow-1' });
    await expect(asked).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  });
});

describe('a tool that asks another flow', () => {
  const form = { name: 'Tea expert', description: 'Knows tea' };

  it('asks what the model wants to know, in the same conversation', async () => {
    const { context, calls } = house({ text: 'A leaf.' });
    const tool = await runNode<Tool>('ChatflowTool', { selectedChatflow: 'flow-2', ...form }, context);
    expect([tool.name, tool.description]).toEqual(['Tea_expert', 'Knows tea']);
    expect(await tool.execute({ input: 'Which leaf?' }, context)).toEqual({ text: 'A leaf.' });
    expect(calls).toMatchObject([{ flowId: 'flow-2', question: 'Which leaf?', sessionId: 'chat-1' }]);
  });

  it('asks the question of the chat, or a fixed one, in a conversation of its own', async () => {
    const { context, calls } = house({ text: 'A leaf.' });
    const given = { selectedAgentflow: 'flow-2', ...form, startNewSession: true };
    const chat = await runNode<Tool>('agentAsTool', { ...given, useQuestionFromChat: true }, context);
    await chat.execute({ input: 'ignored' }, context);
    const fixed = await runNode<Tool>('agentAsTool', { ...given, customInput: 'Report' }, context);
    await fixed.execute({ input: 'ignored' }, context);
    expect(calls.map(({ question }) => question)).toEqual(['What is tea?', 'Report']);
    expect(calls[0]).not.toHaveProperty('sessionId');
  });
});

describe('a step of a pipeline that executes another flow', () => {
  const before: PipelineState = {
    messages: [{ id: '1', role: 'assistant', content: 'Find Assam', nodeId: 'seqAgent_0' }],
    values: { topic: 'milk' },
    operations: {},
    model: scriptedModel(''),
    reasoning: [],
  };

  const run = (context: ReturnType<typeof testContext>, given: Record<string, unknown> = {}) =>
    runNode<PipelineState>(
      'seqExecuteFlow',
      {
        seqExecuteFlowName: 'Tea Flow',
        selectedFlow: 'flow-2',
        seqExecuteFlowInput: 'userQuestion',
        sequentialNode: [before],
        ...given,
      },
      context,
    );

  it('asks with the question, what a step said, a value of the state or a text of its own', async () => {
    const { context, calls } = house({ text: 'A leaf.' });
    const state = await run(context);
    expect(state.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'A leaf.', name: 'tea_flow' });
    await run(context, { seqExecuteFlowInput: '{{ seqAgent_0 }}' });
    await run(context, { seqExecuteFlowInput: '$flow.state.topic' });
    await run(context, { seqExecuteFlowInput: 'Plain' });
    expect(calls.map(({ question }) => question)).toEqual(['What is tea?', 'Find Assam', 'milk', 'Plain']);
  });

  it('writes an answer of fields to the state', async () => {
    const { context } = house({ text: '{"topic":"tea"}' });
    const state = await run(context, { returnValueAs: 'stateObj' });
    expect(state.values).toEqual({ topic: 'tea' });
    expect(state.messages).toHaveLength(1);
  });
});
