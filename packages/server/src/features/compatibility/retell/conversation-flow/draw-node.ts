import type { RetellEdge, RetellFlowNode } from '@tendril/contract/api/retell-conversation-flows';
import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import { flowActKeys } from '@tendril/contract/voice/flow-acts';
import { drawExits, labelOf } from './draw-exits.ts';
import { drawRequest } from './draw-request.ts';
import { drawValues, drawWords, rowsOf } from './draw-words.ts';
import type { FlowDrawing, Target } from './flow-drawing.ts';

/** The key of the flow's state that says which node waits for the caller. */
export const waitingKey = 'retell_node';

interface DrawnNode {
  node: RetellFlowNode;
  place: number;
  /** Nodes that are reached from anywhere. */
  globals: readonly { condition: string; nodeId: string }[];
}

/** Draws a node; returns where it goes on when the caller has answered, for one that waits for that. */
export function drawNode(drawing: FlowDrawing, drawn: DrawnNode): Target | undefined {
  const { node } = drawn;
  switch (node.type) {
    case 'conversation':
    case 'subagent':
      return drawConversation(drawing, drawn);
    case 'end':
      return drawSpoken(drawing, drawn, { [flowActKeys.endCall]: 'true' });
    case 'transfer_call':
      return drawTransfer(drawing, drawn);
    case 'branch':
      return drawBranch(drawing, drawn);
    default:
      drawWork(drawing, drawn);
      return undefined;
  }
}

function drawConversation(drawing: FlowDrawing, { node, place, globals }: DrawnNode): Target | undefined {
  const { id, skip_response_edge: skip, always_edge: always, else_edge: other } = node;
  const { first, last } = drawWords(drawing, node, { place, values: { [waitingKey]: id } });
  drawing.entries.set(id, { step: first });
  if (skip && node.instruction?.type !== 'static_text') {
    drawing.lead({ from: last }, { nodeId: skip.destination_node_id });
    return undefined;
  }
  const next = other?.destination_node_id ?? always?.destination_node_id ?? skip?.destination_node_id;
  return drawExits(drawing, {
    node,
    edges: node.edges ?? [],
    // Nothing that was waited for: the node speaks again.
    otherwise: next === undefined ? { step: first } : { nodeId: next },
    globals: globals.filter(({ nodeId }) => nodeId !== id),
  });
}

/** A node that speaks, and sets off something in the call. */
function drawSpoken(
  drawing: FlowDrawing,
  { node, place }: DrawnNode,
  acts: Readonly<Record<string, string>>,
): Target {
  const spoken = node.instruction
    ? node
    : { ...node, instruction: { type: 'static_text', text: ' ' } as const };
  const { first, last } = drawWords(drawing, spoken, { place, values: { [waitingKey]: node.id, ...acts } });
  drawing.entries.set(node.id, { step: first });
  if (!node.instruction) drawing.keepAs(last, { part: 'node', node, place });
  return { step: first };
}

/** What follows when the call could not be transferred begins with the caller's next words. */
function drawTransfer(drawing: FlowDrawing, drawn: DrawnNode): Target {
  const { transfer_destination: to, edge } = drawn.node;
  const number = to?.type === 'predefined' ? to.number : undefined;
  const acts: Readonly<Record<string, string>> =
    number === undefined ? {} : { [flowActKeys.transferTo]: drawing.text(number) };
  const again = drawSpoken(drawing, drawn, acts);
  return edge?.destination_node_id === undefined ? again : { nodeId: edge.destination_node_id };
}

function drawBranch(drawing: FlowDrawing, { node, place }: DrawnNode): undefined {
  const otherwise = { nodeId: node.else_edge?.destination_node_id };
  const exits = drawExits(drawing, { node, edges: node.edges ?? [], otherwise });
  if ('step' in exits) {
    drawing.keepAs(exits.step, { part: 'node', node, place });
    drawing.entries.set(node.id, exits);
    return;
  }
  // Without any edge there is nothing to decide: a step that only leads on keeps its place.
  const step = keepPlace(drawing, node, place);
  drawing.lead({ from: step }, otherwise);
}

/** A node that does something and then leaves by its edges. */
function drawWork(drawing: FlowDrawing, { node, place }: DrawnNode): void {
  const { first, last } = drawTask(drawing, node, place);
  drawing.entries.set(node.id, { step: first });
  const edges: RetellEdge[] = node.edges ?? [];
  const failed = node.failed_edge ?? node.edge;
  const other = node.else_edge ?? failed ?? node.success_edge;
  const to = drawExits(drawing, { node, edges, otherwise: { nodeId: other?.destination_node_id } });
  drawing.lead({ from: last }, to);
}

function drawTask(
  drawing: FlowDrawing,
  node: RetellFlowNode,
  place: number,
): { first: NodeHandle; last: NodeHandle } {
  const tool = node.type === 'function' ? drawing.tool(node.tool_id) : undefined;
  if (tool?.type === 'custom' && tool.url) return drawRequest(drawing, node, { tool, place });
  const step = drawStep(drawing, node, place);
  return { first: step, last: step };
}

function drawStep(drawing: FlowDrawing, node: RetellFlowNode, place: number): NodeHandle {
  switch (node.type) {
    case 'code':
      return drawCode(drawing, node, place);
    case 'extract_dynamic_variables':
      return drawExtraction(drawing, node, place);
    case 'press_digit':
      return drawDigits(drawing, node, place);
    default:
      return keepPlace(drawing, node, place);
  }
}

/** A step that does nothing, for what pipelines do not do. */
function keepPlace(drawing: FlowDrawing, node: RetellFlowNode, place: number): NodeHandle {
  const step = drawValues(drawing, labelOf(node), {}, node.id);
  drawing.keepAs(step, { part: 'node', node, place });
  drawing.entries.set(node.id, { step });
  return step;
}

function drawCode(drawing: FlowDrawing, node: RetellFlowNode, place: number): NodeHandle {
  const values = Object.fromEntries(
    Object.entries(node.response_variables ?? {}).map(([name, path]) => [
      name,
      `{{ output.${path.replace(/^\$\.?/, '')} }}`,
    ]),
  );
  return drawing.pipeline.add('customFunctionAgentflow', {
    label: labelOf(node),
    values: {
      customFunctionJavascriptFunction: `const dv = { ...$flow.state };\nconst metadata = {};\n${node.code ?? ''}`,
      customFunctionUpdateState: rowsOf(values),
    },
    mark: { part: 'node', node, place },
  });
}

function drawExtraction(drawing: FlowDrawing, node: RetellFlowNode, place: number): NodeHandle {
  const model = drawing.model(node);
  const variables = node.variables ?? [];
  return drawing.pipeline.add('llmAgentflow', {
    label: labelOf(node),
    values: {
      llmModel: model.name,
      llmModelConfig: model.config,
      llmMessages: [{ role: 'system', content: 'Take the values from the conversation.' }],
      llmEnableMemory: true,
      llmMemoryType: 'allMessages',
      llmReturnResponseAs: 'assistantMessage',
      llmStructuredOutput: variables.map(({ name, type, description = '', choices = [] }) => ({
        key: name,
        type,
        description,
        ...(type === 'enum' && { enumValues: choices.join(', ') }),
      })),
      llmUpdateState: rowsOf(Object.fromEntries(variables.map(({ name }) => [name, `{{ output.${name} }}`]))),
    },
    mark: { part: 'node', node, place },
  });
}

function drawDigits(drawing: FlowDrawing, node: RetellFlowNode, place: number): NodeHandle {
  const model = drawing.model(node);
  const text = drawing.text(node.instruction?.text ?? '');
  return drawing.pipeline.add('llmAgentflow', {
    label: labelOf(node),
    values: {
      llmModel: model.name,
      llmModelConfig: model.config,
      llmMessages: [{ role: 'system', content: text }],
      llmEnableMemory: true,
      llmMemoryType: 'allMessages',
      llmReturnResponseAs: 'assistantMessage',
      llmStructuredOutput: [
        { key: 'digits', type: 'string', description: 'The keys to press: digits, * and #' },
      ],
      llmUpdateState: rowsOf({ [flowActKeys.pressDigits]: '{{ output.digits }}' }),
    },
    mark: { part: 'node', node, place, words: { at: 0, text } },
  });
}
