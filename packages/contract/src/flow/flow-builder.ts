import type { NodeTemplate } from '../node/node-template.ts';
import { agentFlowEdgeData, agentFlowOutputId, isAgentFlowNode } from './agent-flow-node.ts';
import { edgeId, type FlowData, type FlowNode } from './flow.ts';
import { initNode } from './init-node.ts';
import { nextNodeId } from './node-id.ts';

export interface NodeHandle {
  id: string;
}

/** Where the steps in an iteration stand. */
const insideLeft = 40;
const insideTop = 88;
const insideColumn = 260;
const insideHeight = 190;

/** How files name the drawing of a node. */
function drawnAs(name: string): string {
  if (name.startsWith('stickyNote')) return 'stickyNote';
  if (name === 'iterationAgentflow') return 'iteration';
  return isAgentFlowNode({ name }) ? 'agentFlow' : 'customNode';
}

/** Builds a flow from templates in code: for starters, templates and tests; the canvas has its own commands. */
export class FlowBuilder {
  readonly #nodes: FlowNode[] = [];
  readonly #edges: FlowData['edges'] = [];
  readonly #template: (name: string) => NodeTemplate;

  constructor(template: (name: string) => NodeTemplate) {
    this.#template = template;
  }

  /** Adds a node; `values` override the template's defaults; `ownId` keeps an existing id. */
  add(
    name: string,
    position: { x: number; y: number },
    values: Record<string, unknown> = {},
    output?: string,
    ownId?: string,
  ): NodeHandle {
    const taken = this.#nodes.map((node) => node.id);
    const id = ownId ?? nextNodeId(name, taken);
    const data = initNode(this.#template(name), id);
    data.inputs = { ...data.inputs, ...values };
    if (output) data.outputs = { output };
    const size = name === 'iterationAgentflow' && { style: { width: 440, height: 240 } };
    this.#nodes.push({ id, type: drawnAs(name), position, data, ...size });
    return { id };
  }

  /** Draws an edge from a node's chosen output to an input anchor, and writes the reference into the input's value. */
  connect(from: NodeHandle, to: NodeHandle, input: string): this {
    const source = this.#find(from.id);
    const target = this.#find(to.id);
    const first = source.data.outputAnchors?.[0];
    const chosen = first?.options?.find((option) => option.name === source.data.outputs?.output) ?? first;
    const anchor = target.data.inputAnchors?.find((candidate) => candidate.name === input);
    if (!chosen?.id || !anchor) throw new Error(`No edge from ${from.id} to ${to.id}.${input}`);
    const ends = { source: from.id, sourceHandle: chosen.id, target: to.id, targetHandle: String(anchor.id) };
    this.#edges.push({ ...ends, type: 'buttonedge', id: edgeId(ends) });
    const reference = `{{${from.id}.data.instance}}`;
    const inputs = target.data.inputs ?? {};
    target.data.inputs = inputs;
    const present = inputs[input];
    inputs[input] = anchor.list ? [...(Array.isArray(present) ? present : []), reference] : reference;
    return this;
  }

  /** Draws an edge between two steps of an agent flow; `output` is the number of one of several. */
  lead(from: NodeHandle, to: NodeHandle, output?: number): this {
    const source = this.#find(from.id);
    const target = this.#find(to.id);
    const sourceHandle = agentFlowOutputId(from.id, output ?? source.data.name);
    const ends = { source: from.id, sourceHandle, target: to.id, targetHandle: to.id };
    const data = agentFlowEdgeData(source.data, target.data, sourceHandle);
    this.#edges.push({ ...ends, type: 'agentFlow', id: edgeId(ends), data });
    return this;
  }

  /** Puts steps into an iteration, side by side: its frame becomes as large as they need. */
  enclose(iteration: NodeHandle, steps: readonly NodeHandle[]): this {
    for (const [index, step] of steps.entries()) {
      const position = { x: insideLeft + index * insideColumn, y: insideTop };
      Object.assign(this.#find(step.id), { parentNode: iteration.id, extent: 'parent', position });
    }
    const style = { width: 2 * insideLeft + steps.length * insideColumn, height: insideHeight };
    Object.assign(this.#find(iteration.id), { style });
    return this;
  }

  build(): FlowData {
    return { nodes: this.#nodes, edges: this.#edges };
  }

  #find(id: string): FlowNode {
    const node = this.#nodes.find((candidate) => candidate.id === id);
    if (!node) throw new Error(`No node ${id}`);
    return node;
  }
}
