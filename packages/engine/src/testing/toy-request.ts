import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { RunEvent } from '@tendril/contract/run-event';
import type { RunRequest } from '../run-request.ts';

const refuse = () => Promise.reject(new AppError('NOT_FOUND', 'not part of this test'));

const services: NodeServices = {
  fetch: refuse,
  sandbox: { run: refuse, close: async () => {} },
  readCredential: refuse,
  readTool: refuse,
  listTools: async () => [],
  readFile: refuse,
  readHistory: async () => [{ role: 'user', content: 'earlier' }],
};

/** A request without services, and the list that receives its events. */
export function toyRequest(given: Partial<RunRequest> = {}): RunRequest & { events: RunEvent[] } {
  const events: RunEvent[] = [];
  return {
    question: 'hello',
    session: { runId: 'r1', flowId: 'f1', chatId: 'c1', sessionId: 's1', chatMessageId: 'm1' },
    isStreaming: false,
    signal: new AbortController().signal,
    services,
    emit: (event) => events.push(event),
    ...given,
    events,
  };
}
