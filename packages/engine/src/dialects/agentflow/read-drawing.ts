import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { AnyNode, NodeCatalogue } from '@tendril/contract/node/define-node';
import { yieldWhileCompiling } from '../../yield-to-others.ts';
import { loadDefinitions } from '../load-definitions.ts';
import { upgradeValues } from '../wired/plan-node.ts';
import { type DrawnStep, isOfClass } from './drawn-step.ts';

/** The steps of an agent flow, and what is wrong with the drawing as such. */
export interface Drawing {
  steps: Map<string, DrawnStep>;
  /** Steps that are disabled and pass nothing on, by their labels. */
  disabled: Map<string, string>;
  /** Label of a Start that is disabled. */
  disabledStart?: string;
  /** Ids of notes: an edge to one is no fault. */
  noteIds: Set<string>;
  problems: FlowProblem[];
}

function parentOf(node: FlowNode, ids: ReadonlySet<string>): string | undefined {
  const parent = node['parentNode'] ?? node['parentId'];
  return typeof parent === 'string' && ids.has(parent) ? parent : undefined;
}

/** Why a node of the drawing is no step of it. */
function refusal({ data }: FlowNode, definition: AnyNode | undefined): string | undefined {
  if (!definition) return `${data.label}: this installation has no node "${data.name}".`;
  if (isAgentFlowNode(data)) return undefined;
  return `${data.label} is not used: an agent flow runs only steps of its own kind.`;
}

/** Reads the nodes of a drawing. */
export async function readDrawing({ nodes, edges }: FlowData, catalogue: NodeCatalogue): Promise<Drawing> {
  const drawing: Drawing = { steps: new Map(), disabled: new Map(), noteIds: new Set(), problems: [] };
  const definitions = await loadDefinitions(nodes, catalogue);
  const ids = new Set(nodes.map(({ id }) => id));
  const joined = new Set(edges.flatMap(({ source, target }) => [source, target]));
  for (const node of nodes) {
    await yieldWhileCompiling(drawing);
    const { id, data, isDisabled = false } = node;
    const definition = definitions.get(data.name);
    const refused = refusal(node, definition);
    const isStart = definition !== undefined && isOfClass(definition, 'Start');
    if (definition?.role === 'note') {
      drawing.noteIds.add(id);
    } else if (isDisabled && (!definition?.pass || isStart)) {
      drawing.disabled.set(id, data.label);
      if (isStart) drawing.disabledStart = data.label;
    } else if (drawing.steps.has(id)) {
      const message = `Two nodes have the id "${id}"; delete ${data.label} and add it again.`;
      drawing.problems.push({ code: 'INVALID_VALUE', nodeId: id, message });
    } else if (!definition || refused !== undefined) {
      // A node that nothing joins to the flow does not keep it from running.
      const isWarning = !joined.has(id);
      const code = definition ? 'UNREACHABLE' : 'UNKNOWN_NODE';
      drawing.problems.push({ code, nodeId: id, message: refused ?? '', isWarning });
    } else {
      const upgraded = upgradeValues(node, definition);
      drawing.steps.set(id, {
        node: upgraded,
        definition,
        isPassing: isDisabled,
        parentId: parentOf(node, ids),
      });
    }
  }
  return drawing;
}
