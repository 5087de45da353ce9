import type {
  NotCarriedOver,
  RetellFlowBody,
  RetellFlowNode,
} from '@tendril/contract/api/retell-conversation-flows';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import { readDrawnFlow } from './read-drawn-flow.ts';
import { markOf, type PlacedPrompt, type PlacedText } from './retell-mark.ts';
import { toTheirPlaces } from './variable-places.ts';

/** A pipeline as a conversation flow, and what of it that cannot hold. */
export interface ReadFlow {
  flow: RetellFlowBody;
  notCarriedOver: NotCarriedOver[];
}

/**
 * Reads a conversation flow back from its pipeline, with the texts that were edited on the canvas. Steps that somebody
 * added there are named; a pipeline that never was a conversation flow is read as far as it looks like one.
 */
export function toConversationFlow(data: FlowData): ReadFlow {
  const marked = data.nodes.map((step) => ({ step, mark: markOf(step) }));
  const start = marked.flatMap(({ mark }) => (mark?.part === 'flow' ? [mark] : []))[0];
  if (!start) return readDrawnFlow(data);
  const found = marked.flatMap(({ step, mark }) => (mark?.part === 'node' ? [{ step, mark }] : []));
  const prompts = new Map<string, Map<number, string>>();
  for (const { step, mark } of marked) {
    if (!mark || mark.part === 'flow' || !mark.prompts) continue;
    const nodeId = mark.part === 'node' ? mark.node.id : mark.nodeId;
    prompts.set(nodeId, editedPrompts(step, mark.prompts));
  }
  const there = new Set(found.map(({ mark }) => mark.node.id));
  const nodes = found
    .toSorted((one, other) => one.mark.place - other.mark.place)
    .map(({ step, mark }) => withWords(withPrompts(mark.node, prompts.get(mark.node.id)), step, mark.words))
    .map((node) => withoutLost(node, there));
  const added = marked.filter(({ mark }) => !mark).map(({ step }) => step);
  return {
    flow: { ...start.flow, nodes },
    notCarriedOver: added
      .filter(({ data: { name } }) => name !== 'loopAgentflow')
      .map(({ id, data: { label } }) => ({
        path: `pipeline.${id}`,
        message: `"${label}" was added on the canvas; a conversation flow has no such node`,
      })),
  };
}

function withWords(node: RetellFlowNode, step: FlowNode, words: PlacedText | undefined): RetellFlowNode {
  if (!words || !node.instruction) return node;
  const { inputs = {} } = step.data;
  const said = inputs['directReplyMessage'] ?? messageAt(inputs['llmMessages'], words.at);
  if (typeof said !== 'string' || said === words.text) return node;
  return { ...node, instruction: { ...node.instruction, text: toTheirPlaces(said) } };
}

function messageAt(messages: unknown, at: number): unknown {
  return Array.isArray(messages) ? (messages[at] as { content?: unknown } | undefined)?.content : undefined;
}

/** The prompts of edges that were edited, by the place of the edge. */
function editedPrompts(step: FlowNode, placed: readonly PlacedPrompt[]): Map<number, string> {
  const scenarios = step.data.inputs?.['conditionAgentScenarios'];
  const edited = placed.flatMap(({ edge, text }, at): [number, string][] => {
    const now = Array.isArray(scenarios)
      ? (scenarios[at] as { scenario?: unknown } | undefined)?.scenario
      : undefined;
    return typeof now === 'string' && now !== text ? [[edge, toTheirPlaces(now)]] : [];
  });
  return new Map(edited);
}

function withPrompts(node: RetellFlowNode, edited: ReadonlyMap<number, string> | undefined): RetellFlowNode {
  if (!edited || edited.size === 0 || !node.edges) return node;
  const edges = node.edges.map((edge, at) => {
    const { transition_condition: condition } = edge;
    const prompt = edited.get(at);
    return prompt === undefined || condition.type !== 'prompt'
      ? edge
      : { ...edge, transition_condition: { ...condition, prompt } };
  });
  return { ...node, edges };
}

const edgeKeys = [
  'edge',
  'else_edge',
  'always_edge',
  'skip_response_edge',
  'success_edge',
  'failed_edge',
] as const;

/** Edges lose destinations that were deleted on the canvas. */
function withoutLost(node: RetellFlowNode, there: ReadonlySet<string>): RetellFlowNode {
  const kept = <E extends { destination_node_id?: string | undefined }>(edge: E): E => {
    const { destination_node_id: to, ...rest } = edge;
    return to === undefined || there.has(to) ? edge : (rest as E);
  };
  const changed = { ...node };
  if (node.edges) changed.edges = node.edges.map(kept);
  for (const key of edgeKeys) {
    const edge = node[key];
    if (edge) changed[key] = kept(edge);
  }
  return changed;
}
