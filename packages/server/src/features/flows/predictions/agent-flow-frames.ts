import type { ExecutedNode, ExecutionState } from '@tendril/contract/api/executions';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ModelStepOutput, RunEvent } from '@tendril/contract/run-event';
import type { RunOutcome } from '@tendril/engine/run-request';
import { agentFlowAction, ExecutedNodes, type Predecessors } from '../executions/public.ts';
import { frame } from './flowise-frames.ts';
import { UnheardText } from './unheard-text.ts';

const endState: Record<RunOutcome['status'], ExecutionState> = {
  done: 'FINISHED',
  waiting: 'STOPPED',
  failed: 'ERROR',
  cancelled: 'TERMINATED',
};

/** A list of so many nodes is sent whole with each of them. */
const shortList = 50;

/** Turns the events of one run of an agent flow into the frames that Flowise's clients of such flows read. */
export class AgentFlowFrames {
  /** How many changes the list has had since it was sent. */
  #unsent = 0;
  readonly #emitted = new Set<string>();
  readonly #executed: ExecutedNodes;
  readonly #text = new UnheardText();

  constructor(predecessors: Predecessors) {
    this.#executed = new ExecutedNodes(predecessors);
  }

  /** What each node has done so far. */
  get executed(): readonly ExecutedNode[] {
    return this.#executed.list;
  }

  /** The frames of an event, empty for those that Flowise does not know. */
  of(event: RunEvent, at: number): string {
    const changed = this.#executed.take({ ...event, at });
    const text = this.#text.of(event);
    switch (event.type) {
      case 'run-start':
        return frame('agentFlowEvent', 'INPROGRESS');
      case 'node-start':
        return changed ? this.#next(changed) : '';
      case 'node-end':
      case 'node-error':
        return changed ? this.#usage(changed) + this.#next(changed) + this.#data() : '';
      case 'node-wait': {
        const shown = changed ? this.#next(changed) + this.#wholeList() : '';
        return shown + frame('action', agentFlowAction(event.action));
      }
      case 'text-delta':
        return text === '' && event.text !== '' ? '' : frame('token', text);
      case 'step-end':
        return event.kind === 'model' ? calledTools(event.output) : '';
      case 'source-documents':
        return this.#emit('sourceDocuments', event.documents);
      case 'used-tools':
        return this.#emit('usedTools', event.tools);
      case 'source-check':
        return frame('sourceCheck', event.check);
      default:
        return '';
    }
  }

  /** What the answer holds and no event has carried. */
  rest(answer: Answer, text: string): string {
    const lists = (['sourceDocuments', 'usedTools'] as const).map((key) => {
      const list = answer[key];
      return list && list.length > 0 && !this.#emitted.has(key) ? this.#emit(key, list) : '';
    });
    const unheard = this.#text.rest(text);
    return (unheard === '' ? '' : frame('token', unheard)) + lists.join('');
  }

  /** How it ended. */
  ended({ status }: Pick<RunOutcome, 'status'>): string {
    return (this.#unsent > 0 ? this.#wholeList() : '') + frame('agentFlowEvent', endState[status]);
  }

  #next({ nodeId, nodeLabel, status, data: { error } }: ExecutedNode): string {
    return frame('nextAgentFlow', { nodeId, nodeLabel, status, ...(error !== undefined && { error }) });
  }

  #usage({ data }: ExecutedNode): string {
    const { usageMetadata } = data.output;
    return usageMetadata === undefined ? '' : frame('usageMetadata', usageMetadata);
  }

  // A long list sent with every change would be quadratic: it waits until it has become half as long again.
  #data(): string {
    this.#unsent += 1;
    const { length } = this.#executed.list;
    return length <= shortList || this.#unsent * 2 >= length ? this.#wholeList() : '';
  }

  #wholeList(): string {
    this.#unsent = 0;
    return frame('agentFlowExecutedData', this.#executed.list);
  }

  #emit(name: string, list: readonly unknown[]): string {
    this.#emitted.add(name);
    return frame(name, list);
  }
}

/** The tools that a model has asked for. */
function calledTools(output: unknown): string {
  const { toolCalls = [] } = (output ?? {}) as Partial<ModelStepOutput>;
  if (toolCalls.length === 0) return '';
  return frame(
    'calledTools',
    toolCalls.map(({ tool, input }) => ({ name: tool, args: input })),
  );
}
