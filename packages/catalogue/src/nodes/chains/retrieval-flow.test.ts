import type { FlowData } from '@tendril/contract/flow/flow';
import { expect, it } from 'vitest';
import { askFlow } from '../../testing/ask-flow.ts';
import { testContext } from '../../testing/run-context.ts';

const text =
  '# Pets\n\nDogs are welcome in the garden.\n\n# Noise\n\nThe house is quiet after ten in the evening.';
const from = (id: string) => `{{${id}.data.instance}}`;
const drawn: [name: string, inputs: Record<string, unknown>, output?: string][] = [
  ['markdownTextSplitter', { chunkSize: 200, chunkOverlap: 0, splitByHeaders: 'h1' }],
  ['plainText', { text, textSplitter: from('markdownTextSplitter') }, 'document'],
  ['demoEmbeddings', {}],
  ['inMemoryEmbeddingCache', { embeddings: from('demoEmbeddings') }],
  [
    'memoryVectorStore',
    { document: [from('plainText')], embeddings: from('inMemoryEmbeddingCache') },
    'vectorStore',
  ],
  [
    'similarityThresholdRetriever',
    { vectorStore: from('memoryVectorStore'), minSimilarityScore: 10 },
    'retriever',
  ],
  ['demoModel', {}],
  ['inputModerationSimple', { denyList: 'password' }],
  [
    'retrievalQAChain',
    {
      model: from('demoModel'),
      vectorStoreRetriever: from('similarityThresholdRetriever'),
      inputModeration: [from('inputModerationSimple')],
    },
  ],
];
const names = drawn.map(([name]) => name);
const flow = {
  nodes: drawn.map(([name, inputs, output = '']) => ({
    id: name,
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: { id: name, name, label: name, inputs, outputs: { output } },
  })),
  edges: names.slice(0, -1).map((source) => ({ id: source, source, target: names.at(-1) })),
} as unknown as FlowData;

it('answers from its own text with the demo model, and refuses what it was told to', async () => {
  const context = testContext({ question: 'When is the house quiet?', isStreaming: true });
  const answer = await askFlow(flow, context);
  expect(answer.text).toContain('ten in the evening');
  expect(context.streamedText()).toBe(answer.text);
  const refused = await askFlow(flow, testContext({ question: 'What is the password?' }));
  expect(refused.text).toContain('Cannot Process!');
});
