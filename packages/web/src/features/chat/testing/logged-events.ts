import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';

/** Puts events into the places of one run, ten milliseconds apart unless a time is given. */
export function logged(events: readonly RunEvent[], runId = 'run-1', startedAt = 1000): LoggedEvent[] {
  return events.map((event, index) => ({ runId, seq: index + 1, at: startedAt + index * 10, ...event }));
}

const usage = { inputTokens: 120, outputTokens: 12 };

/** A turn of a retrieval flow: the store comes from an earlier run, memory, search and model work inside the chain. */
export const retrievalTurn: readonly RunEvent[] = [
  { type: 'run-start', flowId: 'flow', question: 'Do you ship?', versionNumber: 4, isDemo: true },
  { type: 'node-end', nodeId: 'store_0', name: 'memoryVectorStore', ms: 0, output: {}, isCached: true },
  { type: 'node-start', nodeId: 'model_0', name: 'demoModel', label: 'Demo Model', input: {} },
  { type: 'node-end', nodeId: 'model_0', name: 'demoModel', ms: 0.2, output: {} },
  { type: 'node-start', nodeId: 'chain_0', name: 'retrievalChain', label: 'Retrieval Chain', input: {} },
  {
    type: 'step-start',
    callerId: 'chain_0',
    stepId: 's1',
    kind: 'retrieval',
    name: 'Store',
    nodeId: 'store_0',
    input: 'q',
  },
  {
    type: 'step-start',
    callerId: 'chain_0',
    stepId: 's2',
    kind: 'embedding',
    name: 'Demo',
    nodeId: 'embed_0',
    input: ['q'],
  },
  {
    type: 'step-end',
    callerId: 'chain_0',
    stepId: 's2',
    kind: 'embedding',
    name: 'Demo',
    nodeId: 'embed_0',
    ms: 4,
  },
  {
    type: 'step-end',
    callerId: 'chain_0',
    stepId: 's1',
    kind: 'retrieval',
    name: 'Store',
    nodeId: 'store_0',
    ms: 25,
  },
  {
    type: 'source-documents',
    callerId: 'chain_0',
    documents: [{ pageContent: 'We ship.', metadata: { source: 'faq.txt' } }],
  },
  {
    type: 'step-start',
    callerId: 'chain_0',
    stepId: 's3',
    kind: 'model',
    name: 'demo-1',
    nodeId: 'model_0',
    input: {
      provider: 'demo',
      modelId: 'demo-1',
      isDemo: true,
      messages: [
        { role: 'system', content: 'Answer from the passages.' },
        { role: 'user', content: 'Do you ship?' },
      ],
    },
  },
  { type: 'text-delta', callerId: 'chain_0', text: 'Yes, ' },
  { type: 'text-delta', callerId: 'chain_0', text: 'we ship [1].' },
  {
    type: 'step-end',
    callerId: 'chain_0',
    stepId: 's3',
    kind: 'model',
    name: 'demo-1',
    nodeId: 'model_0',
    ms: 30,
    firstTokenMs: 9,
    usage,
    costUsd: 0.0004,
    output: { text: 'Yes, we ship [1].', finishReason: 'stop' },
  },
  {
    type: 'node-end',
    nodeId: 'chain_0',
    name: 'retrievalChain',
    ms: 96,
    output: { text: 'Yes, we ship [1].' },
  },
  { type: 'text', text: 'Yes, we ship [1].', isPartial: false },
  {
    type: 'run-end',
    status: 'done',
    ms: 160,
    answer: {
      text: 'Yes, we ship [1].',
      sourceDocuments: [{ pageContent: 'We ship.', metadata: { source: 'faq.txt' } }],
    },
    usage,
    costUsd: 0.0004,
    chatMessageId: 'message-1',
  },
];
