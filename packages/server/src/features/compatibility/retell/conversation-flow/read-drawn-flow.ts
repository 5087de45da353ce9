import type {
  NotCarriedOver,
  RetellEdge,
  RetellFlowNode,
} from '@tendril/contract/api/retell-conversation-flows';
import { agentFlowOutputOf } from '@tendril/contract/flow/agent-flow-node';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { ReadFlow } from './to-conversation-flow.ts';
import { toTheirPlaces } from './variable-places.ts';

/** Reads a pipeline that somebody drew as a conversation flow, as far as its steps have counterparts there. */
export function readDrawnFlow({ nodes, edges }: FlowData): ReadFlow {
  const notCarriedOver: NotCarriedOver[] = [];
  const leaving = Map.groupBy(edges, ({ source }) => source);
  const nextOf = (step: FlowNode, output?: number): string | undefined =>
    leaving
      .get(step.id)
      ?.find(
        ({ sourceHandle }) =>
          output === undefined || agentFlowOutputOf(sourceHandle, step.id) === String(output),
      )?.target;
  const start = nodes.find(({ data }) => data.name === 'startAgentflow');
  const read: RetellFlowNode[] = [];
  for (const step of nodes) {
    const node = step === start ? undefined : readStep(step, nextOf);
    if (node) read.push(node);
    else if (step !== start && step.data.name !== 'stickyNoteAgentflow')
      notCarriedOver.push({
        path: `pipeline.${step.id}`,
        message: `"${step.data.label}" has no counterpart in a conversation flow`,
      });
  }
  const there = new Set(read.map(({ id }) => id));
  const first = start && nextOf(start);
  return {
    flow: {
      nodes: read.map((node) => withKnownTargets(node, there)),
      ...(first !== undefined && there.has(first) && { start_node_id: first }),
    },
    notCarriedOver,
  };
}

type NextOf = (step: FlowNode, output?: number) => string | undefined;

function readStep(step: FlowNode, nextOf: NextOf): RetellFlowNode | undefined {
  const { id, data, position } = step;
  const { inputs = {} } = data;
  const common = { id, name: data.label, display_position: { x: position.x, y: position.y } };
  switch (data.name) {
    case 'directReplyAgentflow':
      return {
        ...common,
        type: 'conversation',
        instruction: { type: 'static_text', text: toTheirPlaces(String(inputs['directReplyMessage'] ?? '')) },
      };
    case 'llmAgentflow':
      return {
        ...common,
        type: 'conversation',
        ...promptOf(inputs['llmMessages']),
        ...skipOf(id, nextOf(step)),
      };
    case 'agentAgentflow':
      return {
        ...common,
        type: 'subagent',
        ...promptOf(inputs['agentMessages']),
        ...skipOf(id, nextOf(step)),
      };
    case 'conditionAgentAgentflow': {
      const scenarios = textsOf(inputs['conditionAgentScenarios'], 'scenario');
      const edges = scenarios.map((prompt, at) =>
        edgeOf(`${id}_${at}`, nextOf(step, at), { type: 'prompt', prompt: toTheirPlaces(prompt) }),
      );
      const else_edge = edgeOf(`${id}_else`, undefined, { type: 'prompt', prompt: 'Else' });
      return { ...common, type: 'branch', edges, else_edge };
    }
    default:
      return undefined;
  }
}

function promptOf(messages: unknown): Pick<RetellFlowNode, 'instruction'> {
  const text = toTheirPlaces(textsOf(messages, 'content').join('\n\n'));
  return { instruction: { type: 'prompt', text } };
}

function skipOf(id: string, to: string | undefined): Pick<RetellFlowNode, 'skip_response_edge'> {
  if (to === undefined) return {};
  return { skip_response_edge: edgeOf(`${id}_next`, to, { type: 'prompt', prompt: 'Skip response' }) };
}

function edgeOf(
  id: string,
  to: string | undefined,
  condition: RetellEdge['transition_condition'],
): RetellEdge {
  return { id, transition_condition: condition, ...(to !== undefined && { destination_node_id: to }) };
}

function textsOf(rows: unknown, key: string): string[] {
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown) => {
    const text = (row as Record<string, unknown> | null)?.[key];
    return typeof text === 'string' ? [text] : [];
  });
}

function withKnownTargets(node: RetellFlowNode, there: ReadonlySet<string>): RetellFlowNode {
  const known = (edge: RetellEdge): RetellEdge => {
    const { destination_node_id: to, ...rest } = edge;
    return to === undefined || there.has(to) ? edge : rest;
  };
  return {
    ...node,
    ...(node.edges && { edges: node.edges.map(known) }),
    ...(node.skip_response_edge && { skip_response_edge: known(node.skip_response_edge) }),
  };
}
