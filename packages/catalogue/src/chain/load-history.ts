import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import { traceStep } from '../step/trace-step.ts';

/** Messages sent with the request, then those of the session, as a `memory` step of the trace. */
export function loadHistory(
  memory: { nodeId: string; name: string; limit?: number },
  context: RunContext,
): Promise<ChatTurn[]> {
  const { sessionId } = context.session;
  const { limit } = memory;
  return traceStep(
    { kind: 'memory', name: memory.name, nodeId: memory.nodeId, input: { sessionId } },
    context,
    async () => {
      const stored = await context.services.readHistory(sessionId, limit);
      const all = [...context.history, ...stored];
      // slice(-0) is everything.
      return limit === undefined ? all : all.slice(Math.max(0, all.length - limit));
    },
    // The messages themselves are in the prompt of the model's step.
    (messages) => ({ count: messages.length }),
  );
}
