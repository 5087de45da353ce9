import { createCatalogue } from '@tendril/catalogue/catalogue';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { RunEvent } from '@tendril/contract/run-event';
import { compileFlow } from '@tendril/engine/compile-flow';
import { runFlow } from '@tendril/engine/run-flow';
import { afterAll } from 'vitest';
import { ProcessSandbox } from '../platform/sandbox/process-sandbox.ts';

const catalogue = createCatalogue();
// One for all runs of a test file: starting it takes longer than most of them.
const sandbox = new ProcessSandbox();
afterAll(() => sandbox.close());

type Request = Parameters<typeof runFlow>[1];

const refuse = () => Promise.reject(new Error('This test has none.'));

function requestOf(given: Partial<Request>, services: Partial<NodeServices>) {
  const events: RunEvent[] = [];
  const request: Request = {
    question: 'What is 2 + 3?',
    session: { runId: 'r1', flowId: 'f1', chatId: 'c1', sessionId: 'c1', chatMessageId: 'm1' },
    isStreaming: true,
    signal: new AbortController().signal,
    services: {
      fetch: globalThis.fetch,
      sandbox,
      readCredential: refuse,
      readTool: refuse,
      listTools: async () => [],
      readFile: refuse,
      readHistory: async () => [],
      ...services,
    },
    emit: (event) => events.push(event),
    ...given,
  };
  const streamed = () => events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
  return { request, streamed };
}

/** Runs a drawing with the engine and the catalogue alone: no database, one sandbox for a test file. */
export async function runDrawnFlow(
  flow: FlowData,
  given: Partial<Request> = {},
  services: Partial<NodeServices> = {},
) {
  const plan = await compileFlow(flow, catalogue);
  const problem = plan.problems.find(({ isWarning }) => !isWarning);
  if (problem) throw new Error(problem.message);
  const { request, streamed } = requestOf(given, services);
  const outcome = await runFlow(plan, request);
  return { ...outcome, streamed: streamed() };
}
