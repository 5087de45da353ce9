import { agentFlowOutputId } from '@tendril/contract/flow/agent-flow-node';
import { conditionOptions, conditionOutputs } from '@tendril/contract/flow/condition-outputs';
import { edgeId, type FlowData, type FlowGroup, type FlowNode } from '@tendril/contract/flow/flow';
import { FlowBuilder, type NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { drawnHeight } from './drawn-height.ts';

const columnWidth = 420;
const gap = 36;
/** Between nodes of different groups: leaves space for the frame's title. */
const groupGap = 120;

/** A node's name, in its own fields: its card says the same. */
const nameParams = ['agentName', 'llmNodeName', 'conditionName', 'functionName', 'chainName'];

/** One row of a condition's table. */
export interface ConditionRow {
  variable: string;
  operation: string;
  value: string;
  output: string;
}

/** Draws a template in columns from left to right, without overlaps. */
export class TemplateDrawing {
  readonly #flow: FlowBuilder;
  readonly #columns: NodeHandle[][] = [[]];
  readonly #groups: FlowGroup[] = [];
  #note: NodeHandle | undefined;

  constructor(template: (name: string) => NodeTemplate) {
    this.#flow = new FlowBuilder(template);
  }

  /** A note on what to change, above the first column. */
  note(note: string, kind: 'stickyNote' | 'stickyNoteAgentflow' = 'stickyNote'): this {
    this.#note = this.#flow.add(kind, { x: 0, y: 0 }, { note });
    return this;
  }

  /** Starts the next column. */
  column(): this {
    this.#columns.push([]);
    return this;
  }

  /** Adds a node under the others of its column. */
  add(name: string, values: Record<string, unknown> = {}, output?: string): NodeHandle {
    const node = this.#flow.add(name, { x: 0, y: 0 }, values, output);
    const called = nameParams.map((param) => values[param]).find((value) => typeof value === 'string');
    if (called) this.#find(node).data.label = String(called);
    this.#columns.at(-1)?.push(node);
    return node;
  }

  /** Draws an edge; `way` names the output of a branching node. */
  connect(from: NodeHandle, to: NodeHandle, input: string, way?: string): this {
    if (way) this.#find(from).data.outputs = { output: way };
    this.#flow.connect(from, to, input);
    return this;
  }

  /** A step of an agent flow, under a name of its own. */
  step(kind: string, label: string, values: Record<string, unknown> = {}): NodeHandle {
    const node = this.add(kind, values);
    this.#find(node).data.label = label;
    return node;
  }

  /** Draws an edge between two steps of an agent flow; `output` is the number of one of several. */
  lead(from: NodeHandle, to: NodeHandle, output?: number): this {
    this.#flow.lead(from, to, output);
    return this;
  }

  /** Gives a step that branches the outputs that its scenarios stand for. */
  branches(step: NodeHandle, count: number): this {
    const { data } = this.#find(step);
    const [first] = data.outputAnchors ?? [];
    if (!first) throw new Error(`No outputs at ${step.id}`);
    data.outputAnchors = Array.from({ length: count }, (_, at) => ({
      ...first,
      id: agentFlowOutputId(step.id, at),
    }));
    return this;
  }

  /** Puts a step into an iteration. */
  inside(iteration: NodeHandle, kind: string, label: string, values: Record<string, unknown> = {}): this {
    const node = this.#flow.add(kind, { x: 0, y: 0 }, values);
    this.#find(node).data.label = label;
    this.#flow.enclose(iteration, [node]);
    return this;
  }

  /** Draws an edge to a parameter that takes values of other nodes; the text names them itself. */
  feed(from: NodeHandle, to: NodeHandle, param: string, way?: string): this {
    const source = this.#find(from);
    if (way) source.data.outputs = { output: way };
    const [first] = source.data.outputAnchors ?? [];
    const chosen =
      first?.options?.find(({ name }) => name === source.data.outputs?.['output']) ?? first?.options?.[0];
    const target = this.#find(to).data.inputParams?.find(({ name }) => name === param);
    const sourceHandle = chosen?.id ?? first?.id;
    if (!sourceHandle || !target) throw new Error(`No edge from ${from.id} to ${to.id}.${param}`);
    const ends = { source: from.id, sourceHandle, target: to.id, targetHandle: String(target['id']) };
    this.#flow.build().edges.push({ ...ends, type: 'buttonedge', id: edgeId(ends) });
    return this;
  }

  /** A condition with its table; its outputs are named by `conditionOutputName`. */
  condition(conditionName: string, rows: readonly ConditionRow[]): NodeHandle {
    const node = this.add('seqCondition', { conditionName, conditionUI: JSON.stringify(rows) });
    const verdict = conditionOutputs('conditionUI', [...rows]);
    if (!('outputs' in verdict)) throw new Error(verdict.alert);
    const options = conditionOptions(node.id, verdict.outputs);
    this.#find(node).data.outputAnchors = [{ name: 'output', label: 'Output', type: 'options', options }];
    return node;
  }

  /** The state update of a pipeline's step, as the body of a function. */
  update(step: NodeHandle, code: string): this {
    const node = this.#find(step);
    node.data.inputs = {
      ...node.data.inputs,
      [`selectedUpdateStateMemoryTab_${step.id}`]: 'updateStateMemoryCode',
      updateStateMemoryCode: code,
    };
    return this;
  }

  /** A frame around nodes that stand together. */
  group(label: string, nodes: readonly NodeHandle[]): this {
    this.#groups.push({ id: `group_${this.#groups.length}`, label, nodeIds: nodes.map(({ id }) => id) });
    return this;
  }

  /** The whole flow, every node positioned. */
  build(): FlowData {
    const tops = this.#columns.map((column, at) => this.#place(column, at));
    if (this.#note) {
      const note = this.#find(this.#note);
      note.position = { x: 0, y: Math.round((tops[0] ?? 0) - groupGap - drawnHeight(note)) };
    }
    const flow = this.#flow.build();
    return this.#groups.length > 0 ? { ...flow, groups: this.#groups } : flow;
  }

  /** Stacks a column around the middle line; returns where it begins. */
  #place(column: readonly NodeHandle[], at: number): number {
    const nodes = column.map((handle) => this.#find(handle));
    const gaps = nodes.map((node, index) => this.#gapAbove(node, nodes[index - 1]));
    const height = nodes.reduce((sum, node, index) => sum + drawnHeight(node) + (gaps[index] ?? 0), 0);
    const top = Math.round(-height / 2);
    let y = top;
    for (const [index, node] of nodes.entries()) {
      y += gaps[index] ?? 0;
      node.position = { x: at * columnWidth, y };
      y += drawnHeight(node);
    }
    return top;
  }

  #gapAbove(node: FlowNode, above: FlowNode | undefined): number {
    if (!above) return 0;
    const groupOf = ({ id }: FlowNode) => this.#groups.find(({ nodeIds }) => nodeIds.includes(id));
    return groupOf(node) === groupOf(above) ? gap : groupGap;
  }

  #find({ id }: NodeHandle): FlowNode {
    const node = this.#flow.build().nodes.find((candidate) => candidate.id === id);
    if (!node) throw new Error(`No node ${id}`);
    return node;
  }
}
