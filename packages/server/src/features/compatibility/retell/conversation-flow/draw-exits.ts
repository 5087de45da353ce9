import type {
  RetellEdge,
  RetellEquation,
  RetellFlowNode,
} from '@tendril/contract/api/retell-conversation-flows';
import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { FlowDrawing, Target } from './flow-drawing.ts';
import type { Way } from './pipeline-drawing.ts';

interface Exits {
  node: RetellFlowNode;
  edges: readonly RetellEdge[];
  /** Where it goes when no edge is taken. */
  otherwise: Target;
  /** Nodes that are reached from anywhere, by what has to be the case. */
  globals?: readonly { condition: string; nodeId: string }[];
}

const none = 'None of the others';

const operations = {
  '==': ['string', 'equal'],
  '!=': ['string', 'notEqual'],
  '>': ['number', 'larger'],
  '>=': ['number', 'largerEqual'],
  '<': ['number', 'smaller'],
  '<=': ['number', 'smallerEqual'],
  contains: ['string', 'contains'],
  not_contains: ['string', 'notContains'],
  exists: ['string', 'notEmpty'],
  not_exist: ['string', 'isEmpty'],
} as const;

/**
 * Draws the steps that decide which edge of a node is taken: what can be computed first, then what a model decides.
 * Returns where that begins.
 */
export function drawExits(drawing: FlowDrawing, exits: Exits): Target {
  const { node, edges, otherwise, globals = [] } = exits;
  let first: Target | undefined;
  /** Ways that lead to whatever is drawn next. */
  let open: Way[] = [];
  const goOn = (to: Target) => {
    for (const way of open) drawing.lead(way, to);
    open = [];
    first ??= to;
  };
  for (const { transition_condition: condition, destination_node_id: nodeId } of edges) {
    if (condition.type !== 'equation') continue;
    const tests =
      condition.operator === '&&' ? condition.equations.map((one) => [one]) : [condition.equations];
    const failed: Way[] = [];
    for (const rows of tests) {
      const step = drawTest(drawing, node, rows);
      goOn({ step });
      failed.push({ from: step, output: rows.length });
      open = rows.map((_, output) => ({ from: step, output }));
    }
    for (const way of open) drawing.lead(way, { nodeId });
    open = failed;
  }
  const asked = edges.flatMap(({ transition_condition: condition, destination_node_id: nodeId }, edge) =>
    condition.type === 'prompt' ? [{ edge, nodeId, text: drawing.text(condition.prompt) }] : [],
  );
  if (asked.length + globals.length > 0) {
    const step = drawChoice(
      drawing,
      node,
      [...asked.map(({ text }) => text), ...globals.map(({ condition }) => drawing.text(condition))],
      asked.map(({ edge, text }) => ({ edge, text })),
    );
    goOn({ step });
    const targets = [...asked, ...globals].map(({ nodeId }) => nodeId);
    for (const [output, nodeId] of targets.entries()) drawing.lead({ from: step, output }, { nodeId });
    open = [{ from: step, output: targets.length }];
  }
  goOn(otherwise);
  return first ?? otherwise;
}

function drawTest(drawing: FlowDrawing, node: RetellFlowNode, rows: readonly RetellEquation[]): NodeHandle {
  const conditions = rows.map(({ left, operator, right = '' }) => {
    const [type, operation] = operations[operator];
    return { type, value1: drawing.text(left), operation, value2: drawing.text(right) };
  });
  return drawing.pipeline.add('conditionAgentflow', {
    label: `Check after ${labelOf(node)}`,
    values: { conditions },
    mark: { part: 'helper', nodeId: node.id },
    outputs: rows.length + 1,
  });
}

function drawChoice(
  drawing: FlowDrawing,
  node: RetellFlowNode,
  scenarios: readonly string[],
  prompts: { edge: number; text: string }[],
): NodeHandle {
  const model = drawing.model(node);
  return drawing.pipeline.add('conditionAgentAgentflow', {
    label: `Decide after ${labelOf(node)}`,
    values: {
      conditionAgentModel: model.name,
      conditionAgentModelConfig: model.config,
      conditionAgentInstructions:
        'Decide by the conversation so far, above all by its last words, which scenario is the case now.',
      conditionAgentInput: '{{ question }}',
      conditionAgentScenarios: [...scenarios, none].map((scenario) => ({ scenario })),
      conditionAgentEnableMemory: true,
      conditionAgentMemoryType: 'allMessages',
    },
    mark: { part: 'helper', nodeId: node.id, prompts },
    outputs: scenarios.length + 1,
  });
}

/** What people call a node. */
export function labelOf({ name, id, type }: RetellFlowNode): string {
  return name?.trim() || `${type} ${id}`;
}
