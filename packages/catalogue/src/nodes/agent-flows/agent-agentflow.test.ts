import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Knowledge } from '@tendril/contract/provider/knowledge';
import type { VectorStore } from '@tendril/contract/provider/retrieval';
import type { Tool } from '@tendril/contract/provider/tool';
import { describe, expect, it } from 'vitest';
import { PausedForTest, testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { askedState, stepState } from '../../testing/run-step.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const context = (options: Parameters<typeof testContext>[0] = {}) =>
  testContext({ nodeId: 'agent_0', ...options });

const agent = (model: ChatModel, given: Record<string, unknown> = {}, run = context()) =>
  stepState(
    'agentAgentflow',
    { agentModel: 'scripted', agentModelPart: model, previous: [askedState('How is the tea?')], ...given },
    run,
  );

function tool(name: string, said: string[] = []): Tool {
  return {
    nodeId: `${name}_0`,
    name,
    description: name,
    inputSchema: { type: 'object', properties: { of: { type: 'string' } }, required: ['of'] },
    async execute(input) {
      said.push(`${name} ${JSON.stringify(input)}`);
      return { text: `${name} done` };
    },
  };
}

const calls = (...names: string[]) => ({
  toolCalls: names.map((name) => ({ tool: name, input: { of: 'tea' } })),
});

async function pauseOf(work: Promise<unknown>): Promise<PausedForTest['request']> {
  const paused = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (paused instanceof PausedForTest) return paused.request;
  throw paused ?? new Error('It did not ask.');
}

const document = { pageContent: 'Tea is grown in Assam.', metadata: { source: 'tea.md' }, score: 0.9 };

describe('the agent of an agent flow', () => {
  it('calls its tools until it can answer, and says which it used', async () => {
    const said: string[] = [];
    const model = scriptedModel(calls('taste'), 'It is good.');
    const run = context();
    const state = await agent(
      model,
      { agentTools: [{ agentSelectedTool: 'x' }], agentToolsParts: [tool('taste', said)] },
      run,
    );
    expect(said).toEqual(['taste {"of":"tea"}']);
    expect(state.results['agent_0']?.content).toBe('It is good.');
    expect(state.usedTools).toMatchObject([{ tool: 'taste', toolOutput: 'taste done' }]);
    expect(run.events.some((event) => event.type === 'used-tools')).toBe(true);
  });

  it('streams as the last step, and stays silent as any other', async () => {
    const last = context({ isStreaming: true, isAnswer: true });
    const state = await agent(scriptedModel('It is good.'), {}, last);
    expect(last.streamedText()).toBe('It is good.');
    expect(state.messages.at(-1)).toMatchObject({ role: 'user', isStreamed: true });
    const inner = context({ isStreaming: true });
    await agent(scriptedModel('It is good.'), {}, inner);
    expect(inner.streamedText()).toBe('');
  });

  it('asks a person before a guarded tool only, and goes on from there with what it had', async () => {
    const said: string[] = [];
    const model = scriptedModel(calls('look'), calls('send'), 'Sent.');
    const given = {
      agentTools: [
        { agentSelectedTool: 'look' },
        { agentSelectedTool: 'mail', agentSelectedToolRequiresHumanInput: true },
      ],
      // A row may bring several tools.
      agentToolsParts: [tool('look', said), [tool('send', said), tool('drop', said)]],
    };
    const request = await pauseOf(agent(model, given));
    expect(request).toMatchObject({ approve: 'Proceed', reject: 'Reject' });
    expect(request.toolCalls).toMatchObject([{ name: 'send', args: { of: 'tea' } }]);
    expect(said).toEqual(['look {"of":"tea"}']);
    const memo: unknown = JSON.parse(JSON.stringify(request.memo));
    const state = await agent(model, given, context({ decision: { isApproved: true, memo } }));
    expect(said).toEqual(['look {"of":"tea"}', 'send {"of":"tea"}']);
    expect(model.calls).toHaveLength(3);
    expect(state.usedTools.map((used) => used.tool)).toEqual(['look', 'send']);
  });

  it('tells the model when a person says no, and makes the calls that need no leave', async () => {
    const said: string[] = [];
    const model = scriptedModel(calls('look', 'send'), 'I will not.');
    const given = {
      agentTools: [{}, { agentSelectedToolRequiresHumanInput: true }],
      agentToolsParts: [tool('look', said), tool('send', said)],
    };
    const { memo } = await pauseOf(agent(model, given));
    const decision = { isApproved: false, note: 'Not today.', memo };
    const state = await agent(model, given, context({ decision }));
    expect(said).toEqual(['look {"of":"tea"}']);
    expect(model.promptOf(1).join('\n')).toContain('Not today.');
    expect(state.results['agent_0']?.content).toBe('I will not.');
  });

  it('looks things up in knowledge bases and in stores of its own, with sources where it should show them', async () => {
    const asked: string[] = [];
    const knowledge: Knowledge = {
      listStores: async () => [],
      async searchStore(id, question) {
        asked.push(`${id} ${question}`);
        return [document];
      },
      revisionOf: async () => '1',
      readChunks: async function* () {},
    };
    const vectorStore: VectorStore = {
      nodeId: 'store_0',
      async search(question, topK) {
        asked.push(`vector ${question} ${topK}`);
        return [document];
      },
    };
    const search = (name: string) => ({ tool: name, input: { input: 'Assam' } });
    const model = scriptedModel({ toolCalls: [search('tea_book'), search('notes')] }, 'In Assam.');
    const run = context({ services: { knowledge } });
    const state = await agent(
      model,
      {
        agentKnowledgeDocumentStores: [
          { documentStore: 'store-1:Tea Book', docStoreDescription: 'On tea', returnSourceDocuments: true },
        ],
        agentKnowledgeVSEmbeddings: [
          { vectorStore: 'memoryVectorStore', vectorStoreConfig: { topK: '7' }, knowledgeName: 'Notes' },
        ],
        agentKnowledgeVSEmbeddingsParts: [{ vectorStore }],
      },
      run,
    );
    expect(asked.sort()).toEqual(['store-1 Assam', 'vector Assam 7']);
    expect(state.sourceDocuments).toHaveLength(1);
    expect(state.sourceDocuments[0]?.pageContent).toBe('Tea is grown in Assam.');
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual(['tea_book', 'notes']);
  });

  it('names knowledge bases that are chosen by their ids, each by a name of its own', async () => {
    const store = (id: string, name: string) => ({ id, name, description: `On ${name}`, isSearchable: true });
    const knowledge: Knowledge = {
      listStores: async () => [store('one', 'Tea'), store('two', 'Tea'), store('three', 'Milk')],
      searchStore: async () => [],
      revisionOf: async () => '1',
      readChunks: async function* () {},
    };
    const model = scriptedModel('Fine.');
    const agentKnowledgeDocumentStores = ['one', 'two', 'three'].map((documentStore) => ({ documentStore }));
    await agent(model, { agentKnowledgeDocumentStores }, context({ services: { knowledge } }));
    expect(model.calls[0]?.tools).toMatchObject([
      { name: 'tea', description: 'On Tea' },
      { name: 'tea_2' },
      { name: 'milk', description: 'On Milk' },
    ]);
  });

  it('gives its answer as fields, asked for after the work and not streamed', async () => {
    const model = scriptedModel(calls('taste'), 'Good, 8 of 10.', '{"points":8}');
    const run = context({ isStreaming: true, isAnswer: true });
    const state = await agent(
      model,
      {
        agentTools: [{}],
        agentToolsParts: [tool('taste')],
        agentStructuredOutput: [{ key: 'points', type: 'number' }],
        agentUpdateState: [{ key: 'points', value: '{{ output.points }}' }],
      },
      run,
    );
    expect(run.streamedText()).toBe('');
    expect(state.results['agent_0']).toMatchObject({ content: '{"points":8}', output: { points: 8 } });
    expect(state.values['points']).toBe(8);
  });

  it('offers the tools that vendors run themselves, with the vendor told which', async () => {
    const model = scriptedModel('Found.');
    await agent(model, { agentModel: 'chatAnthropic', agentToolsBuiltInAnthropic: ['web_search_20250305'] });
    expect(model.calls[0]?.tools).toMatchObject([
      { type: 'provider', id: 'anthropic.web_search_20250305', name: 'web_search' },
    ]);
    const google = scriptedModel('Found.');
    const both = ['googleSearch', 'urlContext'];
    await agent(google, {
      agentModel: 'chatGoogleGenerativeAI',
      agentToolsBuiltInGemini: JSON.stringify(both),
    });
    expect(google.calls[0]?.tools?.map(({ name }) => name)).toEqual(['google_search', 'url_context']);
    const responses = scriptedModel('Found.');
    const chat = { ...scriptedModel('never'), languageWithBuiltIn: responses.language };
    const state = await agent(chat, {
      agentModel: 'chatOpenAI',
      agentToolsBuiltInOpenAI: ['web_search_preview', 'code_interpreter', 'image_generation'],
    });
    expect(state.results['agent_0']?.content).toBe('Found.');
    expect(responses.calls[0]?.tools).toHaveLength(3);
  });

  it('runs on the demo model with the calculator', async () => {
    const run = context();
    const model = await runNode<ChatModel>('demoModel', {}, run);
    const calculator = await runNode<Tool>('calculator', {}, run);
    const state = await agent(
      model,
      { agentTools: [{}], agentToolsParts: [calculator], previous: [askedState('What is 17 * 23?')] },
      run,
    );
    expect(state.results['agent_0']?.content).toContain('391');
  });
});
