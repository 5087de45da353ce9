import { agentFlowOutputId } from '@tendril/contract/flow/agent-flow-node';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder, type NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { findBackLinks } from './find-back-links.ts';
import { markOf, type RetellMark } from './retell-mark.ts';

/** A step, and the number of its output where it has several. */
export interface Way {
  from: NodeHandle;
  output?: number;
}

interface Link extends Way {
  to: NodeHandle;
}

interface Step {
  label: string;
  values?: Record<string, unknown>;
  mark?: RetellMark;
  /** How many outputs it has, where it branches. */
  outputs?: number;
}

const columnWidth = 340;
const rowHeight = 220;
/** How often a run may go back without anybody speaking in between. */
const mostRounds = 10;

/** Draws a pipeline from steps that lead to each other, in rows; ways back become loops. */
export class PipelineDrawing {
  readonly #flow: FlowBuilder;
  readonly #links: Link[] = [];
  readonly #labels = new Map<string, string>();
  #row = 0;
  #column = 0;

  constructor(template: (name: string) => NodeTemplate) {
    this.#flow = new FlowBuilder(template);
  }

  /** What is drawn from now on stands in a row of its own. */
  row(): void {
    this.#row += 1;
    this.#column = 1;
  }

  add(kind: string, { label, values = {}, mark, outputs }: Step): NodeHandle {
    const position = { x: this.#column * columnWidth, y: this.#row * rowHeight };
    this.#column += 1;
    const step = this.#flow.add(kind, position, values);
    const { data } = this.#find(step.id);
    data.label = label;
    this.#labels.set(step.id, label);
    if (mark) Object.assign(data, { retell: mark });
    const [first] = data.outputAnchors ?? [];
    if (outputs !== undefined && first)
      data.outputAnchors = Array.from({ length: outputs }, (_, at) => ({
        ...first,
        id: agentFlowOutputId(step.id, at),
      }));
    return step;
  }

  /** Replaces the mark of a step; what a choice says of its edges stays. */
  mark(step: NodeHandle, mark: RetellMark): void {
    const node = this.#find(step.id);
    const before = markOf(node);
    const prompts = before?.part === 'helper' ? before.prompts : undefined;
    Object.assign(node.data, { retell: { ...mark, ...(prompts && { prompts }) } });
  }

  lead({ from, output }: Way, to: NodeHandle): void {
    this.#links.push({ from, to, ...(output !== undefined && { output }) });
  }

  build(start: NodeHandle): FlowData {
    const back = findBackLinks(
      start.id,
      this.#links.map(({ from, to }) => ({ from: from.id, to: to.id })),
    );
    this.row();
    for (const [index, { from, output, to }] of this.#links.entries()) {
      if (!back.has(index)) {
        this.#flow.lead(from, to, output);
        continue;
      }
      const loop = this.add('loopAgentflow', {
        label: `Back to ${this.#labels.get(to.id) ?? to.id}`,
        values: {
          loopBackToNode: `${to.id}-${this.#labels.get(to.id) ?? ''}`,
          maxLoopCount: mostRounds,
          fallbackMessage: 'I am sorry, I cannot go on from here.',
        },
      });
      this.#flow.lead(from, loop, output);
    }
    return this.#flow.build();
  }

  #find(id: string) {
    const node = this.#flow.build().nodes.find((one) => one.id === id);
    if (!node) throw new Error(`No node ${id}`);
    return node;
  }
}
