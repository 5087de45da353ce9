import type { AnyNode } from '@tendril/contract/node/define-node';
import type { PipelineState, PipelineStateDefinition } from '@tendril/contract/provider/pipeline';
import type { Tool } from '@tendril/contract/provider/tool';
import { describe, expect, it } from 'vitest';
import { type TestContext, testContext } from '../../testing/run-context.ts';
import { loadNode, readValues, runNode } from '../../testing/run-node.ts';
import { type ScriptedModel, scriptedModel } from '../../testing/scripted-model.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

const tab = (name: string, value: unknown) => ({ tab: name, value });

function contextOf(nodeId: string, base: TestContext): TestContext {
  return { ...base, nodeId };
}

const house = (question = 'Write about tea') =>
  testContext({ question, isStreaming: true, variables: { tone: 'warm' }, services: { sandbox: vmSandbox } });

async function start(
  model: ScriptedModel,
  context: TestContext,
  rows: unknown[] = [],
): Promise<PipelineState> {
  const given = { stateMemory: tab('stateMemoryUI', rows) };
  const state = await runNode<PipelineStateDefinition>('seqState', given, contextOf('seqState_0', context));
  return runNode<PipelineState>('seqStart', { model, state }, contextOf('seqStart_0', context));
}

const agent = (given: Record<string, unknown>, context: TestContext, nodeId = 'seqAgent_0') =>
  runNode<PipelineState>('seqAgent', given, contextOf(nodeId, context));

async function end(state: PipelineState, context: TestContext) {
  const node: AnyNode = await loadNode('seqEnd');
  return node.answer?.(readValues(node, { sequentialNode: state }) as never, context);
}

describe('a pipeline', () => {
  it('hands the conversation from step to step, each seeing the others by name, and ends with the last words', async () => {
    const model = scriptedModel('Tea is old.', 'A short text.');
    const context = house();
    const first = await agent(
      { agentName: 'Tea Expert', sequentialNode: [await start(model, context)] },
      context,
    );
    const last = await runNode<PipelineState>(
      'seqLLMNode',
      {
        llmNodeName: 'Writer',
        systemMessagePrompt: 'Write.',
        humanMessagePrompt: 'Shorten it.',
        sequentialNode: [first],
      },
      contextOf('seqLLMNode_0', context),
    );
    expect(model.promptOf(1)).toEqual([
      'system: Write.',
      'user: Write about tea',
      'user: tea_expert: Tea is old.',
      'user: Shorten it.',
    ]);
    const answer = await end(last, context);
    expect(answer).toMatchObject({
      text: 'A short text.',
      agentReasoning: [
        { agentName: 'Tea Expert', nodeName: 'seqAgent', nodeId: 'seqAgent_0', messages: ['Tea is old.'] },
        { agentName: 'Writer', nodeName: 'seqLLMNode', nodeId: 'seqLLMNode_0', messages: ['A short text.'] },
      ],
    });
    expect(context.streamedText()).toBe('A short text.');
    const emitted = context.events.filter(
      (event) => event.type === 'next-agent' || event.type === 'agent-reasoning',
    );
    const shown = emitted.map((event) =>
      event.type === 'next-agent' ? event.name : [event.at, event.reasoning.map((step) => step.agentName)],
    );
    expect(shown).toEqual(['Tea Expert', [0, ['Tea Expert']], 'Writer', [1, ['Writer']]]);
  });

  it('updates its state by table: what was said, other keys, variables and plain text', async () => {
    const rows = [
      { key: 'draft', operation: 'Replace', defaultValue: 'none' },
      { key: 'log', operation: 'Append', defaultValue: '["begun"]' },
      { key: 'copy', operation: 'Replace', defaultValue: '' },
    ];
    const context = house();
    const given = {
      agentName: 'A',
      sequentialNode: [await start(scriptedModel('Said.'), context, rows)],
      updateStateMemory: tab('updateStateMemoryUI', [
        { key: 'draft', value: '$flow.output' },
        { key: 'log', value: '$vars.tone' },
        { key: 'copy', value: '$flow.state.draft' },
      ]),
    };
    const after = await agent(given, context);
    expect(after.values).toEqual({ draft: 'Said.', log: ['begun', 'warm'], copy: 'none' });
    expect(after.reasoning[0]?.state).toEqual(after.values);
  });

  it('updates its state by code, from fields of a structured answer', async () => {
    const context = house();
    const after = await runNode<PipelineState>(
      'seqLLMNode',
      {
        llmNodeName: 'Judge',
        sequentialNode: [
          await start(scriptedModel('{"verdict":"good","score":4}'), context, [{ key: 'score' }]),
        ],
        llmStructuredOutput: [
          { key: 'verdict', type: 'Enum', enumValues: 'good, bad' },
          { key: 'score', type: 'Number' },
        ],
        updateStateMemory: tab(
          'updateStateMemoryCode',
          'return { score: $flow.output.score + 1, seen: $flow.state.messages.length };',
        ),
      },
      contextOf('seqLLMNode_0', context),
    );
    expect(after.values).toEqual({ score: 5, seen: 1 });
    expect(after.messages.at(-1)?.content).toBe('{"verdict":"good","score":4}');
  });

  it('refuses a structured answer that does not fit', async () => {
    const context = house();
    const given = {
      llmNodeName: 'Judge',
      sequentialNode: [await start(scriptedModel('{"score":"many"}'), context)],
      llmStructuredOutput: [{ key: 'score', type: 'Number' }],
    };
    await expect(runNode('seqLLMNode', given, context)).rejects.toMatchObject({ code: 'NODE_FAILED' });
  });

  it('joins branches: every message once, Replace by the branch that wrote, Append by both', async () => {
    const rows = [
      { key: 'left', operation: 'Replace', defaultValue: 'old' },
      { key: 'right', operation: 'Replace', defaultValue: 'old' },
      { key: 'log', operation: 'Append' },
    ];
    const model = scriptedModel('L', 'R', 'Both.');
    const context = house();
    const begun = await start(model, context, rows);
    const write = (key: string) =>
      tab('updateStateMemoryUI', [
        { key, value: 'new' },
        { key: 'log', value: '$flow.output' },
      ]);
    const left = await agent(
      { agentName: 'L', sequentialNode: [begun], updateStateMemory: write('left') },
      context,
      'l',
    );
    const right = await agent(
      { agentName: 'R', sequentialNode: [begun], updateStateMemory: write('right') },
      context,
      'r',
    );
    const joined = await agent({ agentName: 'J', sequentialNode: [left, right] }, context, 'j');
    expect(joined.values).toEqual({ left: 'new', right: 'new', log: ['L', 'R'] });
    expect(joined.messages.map((message) => message.content)).toEqual(['Write about tea', 'L', 'R', 'Both.']);
    expect(joined.reasoning.map((one) => one.agentName)).toEqual(['L', 'R', 'J']);
    expect(begun.values).toEqual({ left: 'old', right: 'old', log: [] });
  });

  it('fills prompts from values, the state, variables and what earlier nodes said', async () => {
    const model = scriptedModel('First.', 'Second.');
    const context = house();
    const first = await agent(
      {
        agentName: 'A',
        sequentialNode: [await start(model, context, [{ key: 'topic', defaultValue: 'tea' }])],
      },
      context,
    );
    await agent(
      {
        agentName: 'B',
        sequentialNode: [first],
        systemMessagePrompt: '{topic}, {tone}, {said}, {last}, {plain}, {{$flow.state.topic}}, {{literal}}',
        promptValues: {
          topic: '$flow.state.topic',
          tone: '{{$vars.tone}}',
          said: first,
          last: '$flow.state.messages[-1].content',
          plain: 'p',
        },
      },
      context,
      'seqAgent_1',
    );
    expect(model.promptOf(1)[0]).toBe('system: tea, warm, First., First., p, tea, {literal}');
  });

  it('calls tools, with the agent that has its own model using that one', async () => {
    const context = house('Weather?');
    const own = scriptedModel({ toolCalls: [{ tool: 'weather', input: {} }] }, 'Sunny.');
    const shared = scriptedModel('never');
    const weather: Tool = {
      nodeId: 'tool_0',
      name: 'weather',
      description: 'weather',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      execute: async () => ({ text: 'sun' }),
    };
    const given = {
      agentName: 'A',
      model: own,
      tools: [weather],
      sequentialNode: [await start(shared, context)],
    };
    const answer = await end(await agent(given, context), context);
    expect(answer).toMatchObject({
      text: 'Sunny.',
      usedTools: [{ tool: 'weather', toolOutput: 'sun' }],
      agentReasoning: [{ usedTools: [{ tool: 'weather' }] }],
    });
    expect(shared.calls).toHaveLength(0);
  });

  it('remembers the conversation when a memory is wired to Start, and else only what came with the question', async () => {
    const context = testContext({
      question: 'And now?',
      storedHistory: [
        { role: 'user', content: 'I am Ada.' },
        { role: 'assistant', content: 'Hello Ada.' },
      ],
      history: [{ role: 'user', content: 'sent along' }],
    });
    const model = scriptedModel('');
    const agentMemory = await runNode('agentMemory', {}, contextOf('agentMemory_0', context));
    const texts = async (given: Record<string, unknown>) =>
      (await runNode<PipelineState>('seqStart', { model, ...given }, context)).messages.map(
        ({ content }) => content,
      );
    expect(await texts({ agentMemory })).toEqual(['sent along', 'I am Ada.', 'Hello Ada.', 'And now?']);
    expect(await texts({})).toEqual(['sent along', 'And now?']);
  });

  it('streams the last step’s message, and sends it only once', async () => {
    const context = house();
    const given = { agentName: 'A', sequentialNode: [await start(scriptedModel('One two.'), context)] };
    const said = await runNode<PipelineState>('seqAgent', given, {
      ...contextOf('seqAgent_0', context),
      isAnswer: true,
    });
    await end(said, context);
    expect(context.streamedText()).toBe('One two.');
    expect(context.events.filter((event) => event.type === 'text-delta').length).toBeGreaterThan(1);
  });

  it('is stopped by a moderation of Start', async () => {
    const inputModeration = [{ nodeId: 'm', check: async () => 'Not that.' }];
    const made = runNode('seqStart', { model: scriptedModel(''), inputModeration }, house());
    await expect(made).rejects.toThrow('Not that.');
  });
});

describe('seqState', () => {
  const define = (stateMemory: unknown) =>
    runNode<PipelineStateDefinition>('seqState', { stateMemory }, house());

  it('reads its table, defaults as JSON where they are JSON', async () => {
    const rows = [
      { key: 'count', operation: 'Replace', defaultValue: '3' },
      { key: 'name', operation: 'Replace', defaultValue: 'tea {3}' },
      { key: 'list', operation: 'Append', defaultValue: 'one' },
      { key: 'foreign', type: 'Append' },
      { key: '', operation: 'Append' },
    ];
    expect(await define(tab('stateMemoryUI', rows))).toMatchObject({
      initial: { count: 3, name: 'tea {3}', list: ['one'], foreign: [] },
      operations: { count: 'Replace', name: 'Replace', list: 'Append', foreign: 'Append' },
    });
  });

  it('reads its code: a reducer that keeps both lists appends, null replaces', async () => {
    const code = `return {
      all: { value: (x, y) => x.concat(y), default: () => [] },
      last: { value: (x, y) => y ?? x, default: () => 'none' },
      plain: { value: null, default: () => 0 },
    };`;
    expect(await define(tab('stateMemoryCode', code))).toMatchObject({
      initial: { all: [], last: 'none', plain: 0 },
      operations: { all: 'Append', last: 'Replace', plain: 'Replace' },
    });
  });

  it('is empty when nothing was filled in', async () => {
    expect(await define(undefined)).toMatchObject({ initial: {}, operations: {} });
  });
});
