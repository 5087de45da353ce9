import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCatalogue } from '@tendril/catalogue/catalogue';
import { exampleFlow } from '@tendril/catalogue/examples/example-flow';
import { type FlowData, flowData } from '@tendril/contract/flow/flow';
import type { NodeServices } from '@tendril/contract/node/run-context';
import { describe, expect, it } from 'vitest';
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

const root = fileURLToPath(
  new URL('../../../../../../../shared/fixtures/flowise/3.1/agentflowsv2', import.meta.url),
);
const files = existsSync(root) ? readdirSync(root) : [];

/** Somebody else's flow with demo models, and tools that need no key. */
function readForeign(file: string): FlowData {
  const flow = flowData.parse(JSON.parse(readFileSync(`${root}/${file}`, 'utf8')));
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
    it.each(files)('runs %s to an answer on the demo model', async (file) => {
      const trigger = { type: 'form', form: { query: 'tea' } } as const;
      const given = file.startsWith('Deep') ? { question: '', trigger } : {};
      const { status, answer, error } = await run(readForeign(file), given, { knowledge });
      expect(error).toBeUndefined();
      expect(status).toBe('done');
      expect(answer?.text).toBeTruthy();
    });
  },
);
