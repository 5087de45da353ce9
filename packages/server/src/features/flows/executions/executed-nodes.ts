import type { ExecutedNode, ExecutionState } from '@tendril/contract/api/executions';
import type { RunEvent, TokenUsage } from '@tendril/contract/run-event';
import { isHiddenPart } from './is-hidden-part.ts';

type NodeStart = Extract<RunEvent, { type: 'node-start' }>;
type NodeEnd = Extract<RunEvent, { type: 'node-end' }>;
type StepEnd = Extract<RunEvent, { type: 'step-end' }>;

/** An event as far as it matters here, and when it was emitted. */
type Timed = RunEvent & { at: number; frame?: string };

interface Working {
  node: ExecutedNode;
  start: number;
  usage: TokenUsage & { costUsd: number };
  hasUsage: boolean;
  usedTools: unknown[];
}

/** The nodes that lead to a node, by its id. */
export type Predecessors = (nodeId: string) => readonly string[];

/**
 * Turns the events of a run into Flowise's list of what each node did; a node in a loop or an iteration is in it once
 * for each time.
 */
export class ExecutedNodes {
  readonly list: ExecutedNode[] = [];
  readonly #open = new Map<string, Working>();
  readonly #done = new Set<string>();
  readonly #predecessors: Predecessors;

  constructor(predecessors: Predecessors) {
    this.#predecessors = predecessors;
  }

  /** Takes in one event; returns the node whose entry it has changed. */
  take(event: Timed): ExecutedNode | undefined {
    switch (event.type) {
      case 'run-resume':
        return this.#restart();
      case 'node-start':
        return this.#start(event);
      case 'node-end':
        return this.#end(event);
      case 'node-error':
        return this.#close(event, 'ERROR', (working) => {
          working.node.data.error = event.message;
          working.node.data.output['content'] = event.message;
        });
      case 'node-wait':
        return this.#close(event, 'STOPPED', ({ node }) => {
          node.data.output['content'] = event.action.data.input;
        });
      case 'step-end':
        return this.#step(event);
      case 'used-tools':
        this.#open.get(keyOf(event.callerId, event.frame))?.usedTools.push(...event.tools);
        return undefined;
      case 'run-end':
        return this.#finish(event.status);
      default:
        return undefined;
    }
  }

  #start(event: NodeStart & { at: number; frame?: string }): ExecutedNode | undefined {
    const { nodeId, name, label, input, at, frame } = event;
    if (isHiddenPart(nodeId)) return undefined;
    // Where a flow begins is not stored: a run that goes on after a crash reads its question again.
    if (name === 'startAgentflow' && this.#done.has(nodeId)) return undefined;
    const inside = frame ? elementOf(frame) : undefined;
    const node: ExecutedNode = {
      nodeId,
      nodeLabel: label,
      data: { id: nodeId, name, input, output: {}, state: {}, ...inside },
      previousNodeIds: this.#predecessors(nodeId).filter((id) => this.#done.has(id)),
      status: 'INPROGRESS',
    };
    const usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
    this.#open.set(keyOf(nodeId, frame), { node, start: at, usage, hasUsage: false, usedTools: [] });
    this.list.push(node);
    return node;
  }

  #end(event: NodeEnd & { at: number; frame?: string }): ExecutedNode | undefined {
    // A value that an earlier run has made is no work of this one.
    if (event.isCached) return undefined;
    return this.#close(event, 'FINISHED', ({ node }) => {
      const { output, state } = readOutput(event.output);
      node.data.output = output;
      node.data.state = state;
    });
  }

  #step({ callerId, frame, usage, costUsd }: StepEnd & { frame?: string }): undefined {
    const working = this.#open.get(keyOf(callerId, frame));
    if (!working || !usage) return;
    working.hasUsage = true;
    working.usage.inputTokens += usage.inputTokens;
    working.usage.outputTokens += usage.outputTokens;
    working.usage.costUsd += costUsd ?? 0;
  }

  #close(
    { nodeId, frame, at }: { nodeId: string; frame?: string; at: number },
    status: ExecutionState,
    change: (working: Working) => void,
  ): ExecutedNode | undefined {
    const key = keyOf(nodeId, frame);
    const working = this.#open.get(key);
    if (!working) return undefined;
    change(working);
    const { node, start } = working;
    node.status = status;
    node.data.output['timeMetadata'] = { start, end: at, delta: at - start };
    if (working.hasUsage) node.data.output['usageMetadata'] = usageOf(working.usage);
    if (working.usedTools.length > 0) node.data.output['usedTools'] = working.usedTools;
    this.#open.delete(key);
    this.#done.add(nodeId);
    return node;
  }

  // What was being done when the server stopped is done again.
  #restart(): undefined {
    for (const { node } of this.#open.values()) this.list.splice(this.list.indexOf(node), 1);
    this.#open.clear();
  }

  #finish(status: string): undefined {
    const isStopped = status === 'cancelled' || status === 'interrupted';
    for (const { node } of this.#open.values()) node.status = isStopped ? 'TERMINATED' : 'ERROR';
    this.#open.clear();
  }
}

function usageOf({ inputTokens, outputTokens, costUsd }: Working['usage']) {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(costUsd > 0 && { total_cost: costUsd }),
  };
}

const keyOf = (nodeId: string, frame = '') => `${frame}/${nodeId}`;

/** The iteration and the element that the innermost part of a frame names: `iteration_0#2`. */
function elementOf(frame: string): { parentNodeId: string; iterationIndex: number } {
  const inner = frame.slice(frame.lastIndexOf('/') + 1);
  const cut = inner.lastIndexOf('#');
  return { parentNodeId: inner.slice(0, cut), iterationIndex: Number(inner.slice(cut + 1)) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A step's own result, and the values of the flow out of the state that it passes on. */
function readOutput(output: unknown): Pick<ExecutedNode['data'], 'output' | 'state'> {
  if (!isObject(output)) return { output: { content: wordsOf(output) }, state: {} };
  const { content, state, messages: _messages, ...rest } = output;
  const values = isObject(state) ? state : {};
  if (content === undefined) return { output: { content: wordsOf(rest) }, state: values };
  return { output: { ...rest, content: wordsOf(content) }, state: values };
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
