import { createCatalogue } from '@tendril/catalogue/catalogue';
import { exampleFlow } from '@tendril/catalogue/examples/example-flow';
import { type FlowData, flowData } from '@tendril/contract/flow/flow';
import type { NodeServices } from '@tendril/contract/node/run-context';
import { describe, expect, it } from 'vitest';
import { readForeignFiles } from '../../../testing/foreign-files.ts';
import { runDrawnFlow as run } from '../../../testing/run-drawn-flow.ts';

const catalogue = createCatalogue();

describe('the example of a step', () => {
  const byName = (name: string) => catalogue.templates().then((templates) => exampleFlow(name, templates));

  it.each([
    ['startAgentflow', '5'],
    ['llmAgentflow', '5'],
    ['agentAgentflow', '5'],
    ['directReplyAgentflow', 'You asked: What is 2 + 3?'],
    ['conditionAgentflow', 'That is a question.'],
    ['conditionAgentAgentflow', 'open'],
    ['loopAgentflow', 'Counted to 3.'],
    ['customFunctionAgentflow', 'Today is'],
    ['iterationAgentflow', 'GREEN TEA\nBLACK TEA'],
    ['toolAgentflow', '42'],
  ])('answers on the demo model: %s', async (name, text) => {
    const example = await byName(name);
    expect(example?.type).toBe('AGENTFLOW');
    const { answer, error } = await run(example?.flowData ?? { nodes: [], edges: [] });
    expect(error).toBeUndefined();
    expect(answer?.text).toContain(text);
  });
});

const files = readForeignFiles().filter(({ folder }) => folder === 'agentflowsv2');

/** Somebody else's flow with demo models, and tools that need no key. */
function readForeign(text: string): FlowData {
  const flow = flowData.parse(JSON.parse(text));
  for (const { data } of flow.nodes) {
    const inputs = data.inputs ?? {};
    for (const [name, value] of Object.entries(inputs)) {
      if (name.endsWith('Model') && value)
        Object.assign(inputs, { [name]: 'demoModel', [`${name}Config`]: {} });
      if (name.startsWith('agentToolsBuiltIn')) inputs[name] = '';
    }
    const tool = { agentSelectedTool: 'calculator', agentSelectedToolConfig: {} };
    if (inputs['agentTools']) inputs['agentTools'] = [tool];
    if (inputs['toolAgentflowSelectedTool'])
      Object.assign(inputs, {
        toolAgentflowSelectedTool: 'currentDateTime',
        toolAgentflowSelectedToolConfig: {},
        toolInputArgs: [],
      });
  }
  return flow;
}

const knowledge: NodeServices['knowledge'] = {
  listStores: async () => [],
  searchStore: async () => [{ pageContent: 'Attention is all you need.', metadata: {}, score: 1 }],
  revisionOf: async () => '1',
  readChunks: async function* () {},
};

describe.skipIf(files.length === 0)(
  'agent flows as other installations write them (needs flow files of others)',
  () => {
    it.each(files)('runs $path to an answer on the demo model', async ({ path, text }) => {
      const trigger = { type: 'form', form: { query: 'tea' } } as const;
      const given = path.includes('/Deep') ? { question: '', trigger } : {};
      const { status, answer, error } = await run(readForeign(text), given, { knowledge });
      expect(error).toBeUndefined();
      expect(status).toBe('done');
      expect(answer?.text).toBeTruthy();
    });
  },
);
