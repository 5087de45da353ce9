import type { PipelineState } from '@tendril/contract/provider/pipeline';
import type { Tool } from '@tendril/contract/provider/tool';
import { describe, expect, it } from 'vitest';
import { type PausedForTest, type TestContextOptions, testContext } from '../../testing/run-context.ts';
import { loadNode, readValues, runNode } from '../../testing/run-node.ts';
import { type ScriptedModel, scriptedModel } from '../../testing/scripted-model.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

const made: unknown[] = [];
const search: Tool = {
  nodeId: 'tool_0',
  name: 'search',
  description: 'Searches.',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  async execute(input) {
    made.push(input);
    return { text: 'tea is old', sourceDocuments: [{ pageContent: 'tea', metadata: { page: 1 } }] };
  },
};
const call = { toolCalls: [{ tool: 'search', input: { q: 'tea' } }] };

const house = (more: TestContextOptions = {}) =>
  testContext({ question: 'Tea?', services: { sandbox: vmSandbox }, ...more });

async function begin(model: ScriptedModel): Promise<PipelineState> {
  return runNode<PipelineState>('seqStart', { model }, house());
}

/** Runs the LLM node: the state, and whether it went to the tools. */
async function speak(before: PipelineState, given: Record<string, unknown> = {}) {
  const node = await loadNode('seqLLMNode');
  const values = readValues(node, {
    llmNodeName: 'Agent',
    sequentialNode: [before],
    tools: [search],
    ...given,
  });
  const outputs = (await node.run?.(values as never, house({ nodeId: 'llm_0' }))) ?? {};
  return { state: Object.values(outputs)[0] as PipelineState, way: Object.keys(outputs) };
}

const toolNode = (llmNode: PipelineState, context = house(), given: Record<string, unknown> = {}) =>
  runNode<PipelineState>(
    'seqToolNode',
    { toolNodeName: 'Research', tools: [search], llmNode, ...given },
    { ...context, nodeId: 'seqToolNode_0' },
  );

describe('seqLLMNode with a tool node behind it', () => {
  it('is offered the tools, and goes to them when it calls one', async () => {
    const model = scriptedModel(call);
    const { state, way } = await speak(await begin(model));
    expect(way).toEqual(['toolCalls']);
    expect(model.calls[0]?.tools).toMatchObject([{ type: 'function', name: 'search' }]);
    expect(state.messages.at(-1)).toMatchObject({
      role: 'assistant',
      content: '',
      toolCalls: [{ name: 'search', args: { q: 'tea' } }],
    });
    expect(state.reasoning.at(-1)?.messages).toEqual(['Calls search']);
  });

  it('goes on with its words when it calls none', async () => {
    const { state, way } = await speak(await begin(scriptedModel('No need.')));
    expect(way).toEqual(['seqLLMNode']);
    expect(state.messages.at(-1)?.content).toBe('No need.');
  });
});

describe('seqToolNode', () => {
  it('executes the calls, reports their results, and updates the state with them', async () => {
    made.length = 0;
    const model = scriptedModel(call, 'Tea is old.', 'Told.');
    const context = house();
    const { state } = await speak(await begin(model));
    const after = await toolNode(state, context, {
      updateStateMemory: {
        tab: 'updateStateMemoryCode',
        value: 'return { found: $flow.output[0].sourceDocuments[0].pageContent }',
      },
    });
    expect(made).toEqual([{ q: 'tea' }]);
    expect(after.values).toEqual({ found: 'tea' });
    expect(after.messages.at(-1)).toMatchObject({ role: 'tool', content: 'tea is old', name: 'search' });
    expect(after.reasoning.at(-1)).toMatchObject({
      agentName: 'Research',
      nodeName: 'seqToolNode',
      usedTools: [{ tool: 'search', toolInput: { q: 'tea' }, toolOutput: 'tea is old' }],
      sourceDocuments: [{ pageContent: 'tea' }],
    });
    expect(context.events.map((event) => event.type)).toEqual(
      expect.arrayContaining(['next-agent', 'used-tools', 'source-documents', 'agent-reasoning']),
    );

    // The node that called sees its call and the result as such, another one reads them as words.
    await speak(after);
    expect(model.calls[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    await runNode(
      'seqLLMNode',
      { llmNodeName: 'Other', sequentialNode: [after] },
      house({ nodeId: 'other_0' }),
    );
    expect(model.promptOf(2)).toEqual(['user: Tea?', 'user: search: tea is old']);
  });

  it('reports to the model what is wrong with a call that does not fit the tool', async () => {
    made.length = 0;
    const { state } = await speak(
      await begin(scriptedModel({ toolCalls: [{ tool: 'search', input: { q: 5 } }] })),
    );
    const after = await toolNode(state);
    expect(made).toEqual([]);
    expect(after.messages.at(-1)?.content).toMatch(/^Error: .*q/s);
  });

  it('is passed over by calls of tools that are not its own', async () => {
    const { state } = await speak(await begin(scriptedModel(call)));
    const other: Tool = { ...search, name: 'other' };
    expect(await toolNode(state, house(), { tools: [other] })).toBeUndefined();
  });

  it('asks a person first where it has to, in the words of its prompt', async () => {
    made.length = 0;
    const { state } = await speak(await begin(scriptedModel(call)));
    const asking = (given: Record<string, unknown>) =>
      toolNode(state, house(), { interrupt: true, ...given }).then(
        () => undefined,
        (thrown: PausedForTest) => thrown.request,
      );
    expect(await asking({ approvalPrompt: 'May I: {tools}', approveButtonText: 'Do it' })).toMatchObject({
      question: 'May I: search({"q":"tea"})',
      approve: 'Do it',
      reject: 'No',
      toolCalls: [{ name: 'search', args: { q: 'tea' } }],
    });
    const foreign = 'You are about to execute tool: {tools}. Ask if user want to proceed';
    expect((await asking({ approvalPrompt: foreign }))?.question).toBe(
      'The agent wants to call these tools:\nsearch({"q":"tea"})\nMay it?',
    );
    expect(made).toEqual([]);
  });

  it('executes what was approved, and reports to the model what was not', async () => {
    made.length = 0;
    const { state } = await speak(await begin(scriptedModel(call)));
    const decided = (isApproved: boolean) =>
      toolNode(state, house({ decision: { isApproved, memo: undefined, note: 'too dear' } }), {
        interrupt: true,
      });
    expect((await decided(false)).messages.at(-1)?.content).toMatch(/denied by the user.*too dear/);
    expect(made).toEqual([]);
    expect((await decided(true)).messages.at(-1)?.content).toBe('tea is old');
    expect(made).toHaveLength(1);
  });
});

describe('seqAgent with Require Approval', () => {
  const agent = (before: PipelineState, more: TestContextOptions = {}) =>
    runNode<PipelineState>(
      'seqAgent',
      { agentName: 'A', interrupt: true, tools: [search], sequentialNode: [before] },
      house({ nodeId: 'seqAgent_0', ...more }),
    );

  it('asks before each round of calls, goes on where it stood, and answers', async () => {
    made.length = 0;
    const model = scriptedModel(call, call, 'Tea is old.');
    const before = await begin(model);
    const pause = (work: Promise<unknown>) =>
      work.then(
        () => ({ memo: 'no pause' }),
        (thrown: PausedForTest) => JSON.parse(JSON.stringify(thrown.request)) as { memo: unknown },
      );
    const first = await pause(agent(before));
    expect(made).toEqual([]);
    const second = await pause(agent(before, { decision: { isApproved: true, memo: first.memo } }));
    expect(made).toHaveLength(1);
    const after = await agent(before, { decision: { isApproved: true, memo: second.memo } });
    expect(made).toHaveLength(2);
    expect(model.calls).toHaveLength(3);
    expect(model.calls[2]?.prompt.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
    expect(after.messages.at(-1)?.content).toBe('Tea is old.');
    expect(after.reasoning.at(-1)?.usedTools).toHaveLength(2);
  });

  it('lets the model answer a denial, and works without asking when it calls nothing', async () => {
    made.length = 0;
    const model = scriptedModel(call, 'As you wish.');
    const before = await begin(model);
    const paused = await agent(before).catch((thrown: PausedForTest) => thrown.request);
    const after = await agent(before, {
      decision: { isApproved: false, memo: (paused as { memo: unknown }).memo },
    });
    expect(made).toEqual([]);
    expect(model.promptOf(1).at(-1)).toContain('denied by the user');
    expect(after.messages.at(-1)?.content).toBe('As you wish.');
    const plain = await agent(await begin(scriptedModel('Just words.')));
    expect(plain.messages.at(-1)?.content).toBe('Just words.');
  });
});
