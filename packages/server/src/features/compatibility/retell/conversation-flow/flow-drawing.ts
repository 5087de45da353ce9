import type {
  RetellFlowBody,
  RetellFlowNode,
  RetellFlowTool,
} from '@tendril/contract/api/retell-conversation-flows';
import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { FlowMeans, StepModel } from './flow-means.ts';
import { PipelineDrawing, type Way } from './pipeline-drawing.ts';
import type { RetellMark } from './retell-mark.ts';
import { type StateNames, toOurPlaces } from './variable-places.ts';

/** Where something leads: to a node of the conversation flow, or to a step. */
export type Target = { nodeId: string | undefined } | { step: NodeHandle };

/** A flow that is being drawn, and what its nodes are drawn with. */
export class FlowDrawing {
  readonly pipeline: PipelineDrawing;
  readonly flow: RetellFlowBody;
  readonly state: StateNames;
  /** Where each node begins. */
  readonly entries = new Map<string, Target>();
  readonly #means: FlowMeans;
  readonly #open: { way: Way; to: Target }[] = [];
  #lost: NodeHandle | undefined;

  constructor(flow: RetellFlowBody, means: FlowMeans) {
    this.flow = flow;
    this.#means = means;
    this.pipeline = new PipelineDrawing(means.template);
    this.state = new Set([...stateNames(flow), ...Object.keys(flow.default_dynamic_variables ?? {})]);
  }

  model(node: RetellFlowNode): StepModel {
    const { model_choice: choice, model_temperature: temperature } = this.flow;
    return this.#means.model(node.model_choice ?? choice, temperature);
  }

  text(text: string): string {
    return toOurPlaces(text, this.state);
  }

  /** The instructions of the whole flow, as the first message of a prompt. */
  globalPrompt(): { role: string; content: string }[] {
    const text = this.flow.global_prompt?.trim();
    return text ? [{ role: 'system', content: this.text(text) }] : [];
  }

  tool(id: string | undefined): RetellFlowTool | undefined {
    return this.flow.tools?.find(({ tool_id: one }) => one !== undefined && one === id);
  }

  /** Makes a step the one that a node is read back from. */
  keepAs(step: NodeHandle, mark: RetellMark): void {
    this.pipeline.mark(step, mark);
  }

  lead(way: Way, to: Target): void {
    this.#open.push({ way, to });
  }

  /** Draws the ways, once every node has its steps. */
  connect(): void {
    for (const { way, to } of this.#open) this.pipeline.lead(way, this.#stepOf(to));
  }

  /** A node that does nothing by itself begins where it leads. */
  #stepOf(target: Target, seen = new Set<string>()): NodeHandle {
    if ('step' in target) return target.step;
    const { nodeId } = target;
    const entry = nodeId === undefined || seen.has(nodeId) ? undefined : this.entries.get(nodeId);
    if (!entry || nodeId === undefined) return this.#nowhere();
    return this.#stepOf(entry, seen.add(nodeId));
  }

  /** Where ways end that lead nowhere. */
  #nowhere(): NodeHandle {
    this.#lost ??= this.pipeline.add('directReplyAgentflow', {
      label: 'Cannot go on',
      values: { directReplyMessage: 'I am sorry, I cannot go on from here.' },
      mark: { part: 'helper', nodeId: '' },
    });
    return this.#lost;
  }
}

function stateNames({ nodes, tools }: RetellFlowBody): string[] {
  return [
    ...(nodes ?? []).flatMap((node) => [
      ...(node.variables ?? []).map(({ name }) => name),
      ...Object.keys(node.response_variables ?? {}),
    ]),
    ...(tools ?? []).flatMap((tool) => Object.keys(tool.response_variables ?? {})),
  ];
}
