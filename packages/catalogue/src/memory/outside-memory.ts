import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatMemory, MemoryTurn } from '@tendril/contract/provider/memory';
import { traceStep } from '../step/trace-step.ts';

interface OutsideMemory {
  nodeId: string;
  /** In the trace. */
  name: string;
  memoryKey: string;
  /** The conversation so far, oldest first. */
  read(context: RunContext): Promise<MemoryTurn[]>;
  write(turns: readonly MemoryTurn[], context: RunContext): Promise<void>;
}

/** A memory whose messages are kept by somebody else. */
export function outsideMemory({ nodeId, name, memoryKey, read, write }: OutsideMemory): ChatMemory {
  const step = (input: unknown) => ({ kind: 'memory', name, nodeId, input }) as const;
  return {
    nodeId,
    memoryKey,
    load: (context) =>
      traceStep(
        step({ sessionId: context.session.sessionId }),
        context,
        async () => [...context.history, ...(await read(context))],
        (turns) => ({ count: turns.length }),
      ),
    keep: (question, answer, context) =>
      write(
        [
          { role: 'user', content: question },
          { role: 'assistant', content: answer },
        ],
        context,
      ),
  };
}
