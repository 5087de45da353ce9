import { type FlowData, flowData } from '@tendril/contract/flow/flow';
import type { Answer } from '@tendril/contract/provider/answer';
import { describe, expect, it } from 'vitest';
import { runDrawnFlow as run } from '../../../testing/run-drawn-flow.ts';

type Drawn = [id: string, inputs?: Record<string, unknown>, parent?: string];

/** A flow as files have it; an edge is "from>to", or "from:0>to" from an output with a number. */
function draw(nodes: readonly Drawn[], edges: readonly string[]): FlowData {
  return flowData.parse({
    nodes: nodes.map(([id, inputs = {}, parentNode]) => {
      const name = id.replace(/_\d+$/, '');
      const type = name === 'iterationAgentflow' ? 'iteration' : 'agentFlow';
      const data = { id, name, label: id, inputs };
      return {
        id,
        type,
        position: { x: 0, y: 0 },
        data,
        ...(parentNode && { parentNode, extent: 'parent' }),
      };
    }),
    edges: edges.map((edge) => {
      const [from = '', target = ''] = edge.split('>');
      const [source = '', output = source.replace(/_\d+$/, '')] = from.split(':');
      const sourceHandle = `${source}-output-${output}`;
      return { source, sourceHandle, target, targetHandle: target, type: 'agentFlow' };
    }),
  });
}

const demo = { llmModel: 'demoModel', llmModelConfig: {} };
const reply = (directReplyMessage: string) => ({ directReplyMessage });

describe('an agent flow', () => {
  it('streams the text of its last step only', async () => {
    const flow = draw(
      [
        ['startAgentflow_0'],
        ['llmAgentflow_0', demo],
        ['llmAgentflow_1', { ...demo, llmEnableMemory: true, llmUserMessage: 'What is 4 + 4?' }],
      ],
      ['startAgentflow_0>llmAgentflow_0', 'llmAgentflow_0>llmAgentflow_1'],
    );
    const { answer, streamed, status } = await run(flow);
    expect(status).toBe('done');
    expect(answer?.text).toContain('8');
    expect(streamed).toBe(answer?.text);
  });

  it('joins branches in the order of their edges, with what each has written', async () => {
    const code = (value: string) => ({
      customFunctionJavascriptFunction: `return "${value}"`,
      customFunctionUpdateState: [{ key: value, value: '{{ output }}' }],
    });
    const flow = draw(
      [
        [
          'startAgentflow_0',
          {
            startState: [
              { key: 'a', value: '' },
              { key: 'b', value: '' },
            ],
          },
        ],
        ['customFunctionAgentflow_0', code('a')],
        ['customFunctionAgentflow_1', code('b')],
        [
          'directReplyAgentflow_0',
          reply(
            '{{ $flow.state.a }}{{ $flow.state.b }} {{ customFunctionAgentflow_0 }} {{ customFunctionAgentflow_1 }} {{ question }}',
          ),
        ],
      ],
      [
        'startAgentflow_0>customFunctionAgentflow_0',
        'startAgentflow_0>customFunctionAgentflow_1',
        'customFunctionAgentflow_0>directReplyAgentflow_0',
        'customFunctionAgentflow_1>directReplyAgentflow_0',
      ],
    );
    expect((await run(flow)).answer?.text).toBe('ab a b What is 2 + 3?');
  });

  it('goes round a loop until its condition holds, or to the limit and its fallback', async () => {
    const looping = (most: number) =>
      draw(
        [
          ['startAgentflow_0', { startState: [{ key: 'count', value: '0' }] }],
          [
            'customFunctionAgentflow_0',
            {
              customFunctionInputVariables: [
                { variableName: 'count', variableValue: '{{ $flow.state.count }}' },
              ],
              customFunctionJavascriptFunction: 'return Number($count) + 1',
              customFunctionUpdateState: [{ key: 'count', value: '{{ output }}' }],
            },
          ],
          [
            'conditionAgentflow_0',
            {
              conditions: [
                { type: 'number', value1: '{{ $flow.state.count }}', operation: 'largerEqual', value2: '3' },
              ],
            },
          ],
          ['directReplyAgentflow_0', reply('Counted to {{ $flow.state.count }}')],
          [
            'loopAgentflow_0',
            {
              loopBackToNode: 'customFunctionAgentflow_0-Count',
              maxLoopCount: most,
              fallbackMessage: 'Gave up at {{ $flow.state.count }}',
            },
          ],
        ],
        [
          'startAgentflow_0>customFunctionAgentflow_0',
          'customFunctionAgentflow_0>conditionAgentflow_0',
          'conditionAgentflow_0:0>directReplyAgentflow_0',
          'conditionAgentflow_0:1>loopAgentflow_0',
        ],
      );
    expect(await run(looping(5))).toMatchObject({
      answer: { text: 'Counted to 3' },
      streamed: 'Counted to 3',
    });
    expect(await run(looping(1))).toMatchObject({
      answer: { text: 'Gave up at 2' },
      streamed: 'Gave up at 2',
    });
  });

  it('runs the steps of an iteration for each element, and goes on with what they have said and written', async () => {
    const flow = draw(
      [
        ['startAgentflow_0', { startState: [{ key: 'all', value: '' }] }],
        ['iterationAgentflow_0', { iterationInput: '<p>[{"item":"abc"}, {"item":"def"}]</p>' }],
        [
          'customFunctionAgentflow_0',
          {
            customFunctionInputVariables: [
              { variableName: 'item', variableValue: '{{ $iteration.item }}' },
              { variableName: 'all', variableValue: '{{ $flow.state.all }}' },
            ],
            customFunctionJavascriptFunction: 'return { upper: $item.toUpperCase(), all: $all + $item[0] }',
            customFunctionUpdateState: [{ key: 'all', value: '{{ output.all }}' }],
          },
          'iterationAgentflow_0',
        ],
        ['directReplyAgentflow_0', reply('{{ iterationAgentflow_0 }} and {{ $flow.state.all }}')],
      ],
      ['startAgentflow_0>iterationAgentflow_0', 'iterationAgentflow_0>directReplyAgentflow_0'],
    );
    const { answer } = await run(flow);
    expect(answer?.text).toContain('"upper":"ABC"');
    expect(answer?.text).toContain('"upper":"DEF"');
    expect(answer?.text).toMatch(/and ad$/);
  });

  it.each([
    [true, 'Go on: Fine by me'],
    [false, 'Stopped: Fine by me'],
  ])('waits for a person, and goes the way of the decision (%s)', async (isApproved, text) => {
    const flow = draw(
      [
        ['startAgentflow_0'],
        [
          'humanInputAgentflow_0',
          { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send {{ question }}?' },
        ],
        ['directReplyAgentflow_0', reply('Go on: {{ humanInputAgentflow_0 }}')],
        ['directReplyAgentflow_1', reply('Stopped: {{ humanInputAgentflow_0.output.feedback }}')],
      ],
      [
        'startAgentflow_0>humanInputAgentflow_0',
        'humanInputAgentflow_0:0>directReplyAgentflow_0',
        'humanInputAgentflow_0:1>directReplyAgentflow_1',
      ],
    );
    const asked = await run(flow);
    expect(asked).toMatchObject({ status: 'waiting', answer: { text: 'Send What is 2 + 3??' } });
    const checkpoint = JSON.parse(JSON.stringify(asked.checkpoint));
    const decision = { isApproved, note: 'Fine by me' };
    const done = await run(flow, { resumption: { checkpoint, decision } });
    expect(done).toMatchObject({ status: 'done', answer: { text } });
  });

  it('asks before a guarded tool of an agent, and answers with its use when a person agrees', async () => {
    const flow = draw(
      [
        ['startAgentflow_0'],
        [
          'agentAgentflow_0',
          {
            agentModel: 'demoModel',
            agentModelConfig: {},
            agentTools: [
              {
                agentSelectedTool: 'calculator',
                agentSelectedToolConfig: {},
                agentSelectedToolRequiresHumanInput: true,
              },
            ],
          },
        ],
      ],
      ['startAgentflow_0>agentAgentflow_0'],
    );
    const question = 'What is 17 * 23?';
    const asked = await run(flow, { question });
    expect(asked.status).toBe('waiting');
    expect(asked.action?.mapping).toMatchObject({ approve: 'Proceed', toolCalls: [{ name: 'calculator' }] });
    const checkpoint = JSON.parse(JSON.stringify(asked.checkpoint));
    const done = await run(flow, { question, resumption: { checkpoint, decision: { isApproved: true } } });
    expect(done).toMatchObject({ status: 'done', answer: { usedTools: [{ toolOutput: '391' }] } });
    expect(done.answer?.text).toContain('391');
    expect(done.streamed).toBe(done.answer?.text);
  });

  it('asks another flow, and fills its override config from what came before', async () => {
    const calls: unknown[] = [];
    const runFlowOf = async (call: object): Promise<Answer> => {
      calls.push({ ...call, signal: undefined });
      return { json: { city: 'Bern' } };
    };
    const flow = draw(
      [
        ['startAgentflow_0'],
        [
          'executeFlowAgentflow_0',
          {
            executeFlowSelectedFlow: 'f2',
            executeFlowInput: '<p>Ask: {{ question }}</p>',
            executeFlowOverrideConfig: '{"vars":{"from":"{{ $flow.sessionId }}"}}',
          },
        ],
        ['directReplyAgentflow_0', reply('{{ executeFlowAgentflow_0.output.city }}')],
      ],
      ['startAgentflow_0>executeFlowAgentflow_0', 'executeFlowAgentflow_0>directReplyAgentflow_0'],
    );
    const { answer } = await run(flow, {}, { runFlow: runFlowOf });
    expect(answer?.text).toBe('Bern');
    expect(calls).toMatchObject([
      { flowId: 'f2', question: 'Ask: What is 2 + 3?', overrideConfig: { vars: { from: 'c1' } } },
    ]);
  });

  it('starts with a form and with a webhook, and reads both', async () => {
    const flow = draw(
      [
        [
          'startAgentflow_0',
          { startInputType: 'formInput', formInputTypes: [{ type: 'string', label: 'City', name: 'city' }] },
        ],
        ['directReplyAgentflow_0', reply('{{ $form.city }}{{ $webhook.body.order.id }} ({{ question }})')],
      ],
      ['startAgentflow_0>directReplyAgentflow_0'],
    );
    const form = { type: 'form', form: { city: 'Bern' } } as const;
    expect((await run(flow, { question: '', trigger: form })).answer?.text).toBe('Bern (city: Bern)');
    const hook = draw(
      [
        ['startAgentflow_0', { startInputType: 'webhookTrigger', webhookInputMode: 'payload' }],
        ['directReplyAgentflow_0', reply('{{ $webhook.body.order.id }} {{ $webhook.headers.X-Shop }}')],
      ],
      ['startAgentflow_0>directReplyAgentflow_0'],
    );
    const trigger = {
      type: 'webhook',
      body: { order: { id: 7 } },
      headers: { 'x-shop': 'tea' },
      query: {},
    } as const;
    expect((await run(hook, { question: '', trigger })).answer?.text).toBe('7 tea');
  });
});
