import type { RetellFlowBody } from '@tendril/contract/api/retell-conversation-flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import { drawNode, waitingKey } from './draw-node.ts';
import { drawValues } from './draw-words.ts';
import { FlowDrawing, type Target } from './flow-drawing.ts';
import type { FlowMeans } from './flow-means.ts';
import type { RetellMark } from './retell-mark.ts';

/**
 * Draws a conversation flow as a pipeline. Its state remembers which node waits for the caller; every run goes on from
 * there, decides which edge is taken, and speaks for the node that it comes to.
 */
export function toPipeline(body: RetellFlowBody, means: FlowMeans): FlowData {
  const { nodes: given, ...flow } = body;
  const nodes = given ?? [];
  const drawing = new FlowDrawing(body, means);
  const { pipeline } = drawing;
  const start = pipeline.add('startAgentflow', {
    label: 'Start',
    values: {
      startInputType: 'chatInput',
      startPersistState: true,
      startState: [waitingKey, ...drawing.state].map((key) => ({ key, value: '' })),
    },
    mark: { part: 'flow', flow, place: 0 } satisfies RetellMark,
  });
  const globals = nodes.flatMap(({ id, global_node_setting: global }) =>
    global ? [{ condition: global.condition, nodeId: id }] : [],
  );
  const waiting: { id: string; next: Target }[] = [];
  for (const [place, node] of nodes.entries()) {
    pipeline.row();
    const next = drawNode(drawing, { node, place, globals });
    if (next) waiting.push({ id: node.id, next });
  }
  const first: Target = { nodeId: flow.start_node_id ?? nodes[0]?.id };
  if (nodes.length > 0) drawRouter(drawing, start, { waiting, first });
  drawing.connect();
  return pipeline.build(start);
}

/** Where a run goes on: behind the node that has waited, or, in the first one, at the beginning. */
function drawRouter(
  drawing: FlowDrawing,
  start: NodeHandle,
  { waiting, first }: { waiting: readonly { id: string; next: Target }[]; first: Target },
): void {
  drawing.pipeline.row();
  const begin = drawDefaults(drawing, first);
  if (waiting.length === 0) {
    drawing.lead({ from: start }, begin);
    return;
  }
  const router = drawing.pipeline.add('conditionAgentflow', {
    label: 'Where the conversation is',
    values: {
      conditions: waiting.map(({ id }) => ({
        type: 'string',
        value1: `{{ $flow.state.${waitingKey} }}`,
        operation: 'equal',
        value2: id,
      })),
    },
    mark: { part: 'helper', nodeId: '' },
    outputs: waiting.length + 1,
  });
  drawing.lead({ from: start }, { step: router });
  for (const [output, { next }] of waiting.entries()) drawing.lead({ from: router, output }, next);
  drawing.lead({ from: router, output: waiting.length }, begin);
}

/** Default values of variables, unless the call was given others; returns where that begins. */
function drawDefaults(drawing: FlowDrawing, first: Target): Target {
  let next = first;
  const defaults = Object.entries(drawing.flow.default_dynamic_variables ?? {});
  for (const [name, value] of defaults.toReversed()) {
    const test = drawing.pipeline.add('conditionAgentflow', {
      label: `Is ${name} given?`,
      values: {
        conditions: [{ type: 'string', value1: `{{ $vars.${name} }}`, operation: 'notEmpty', value2: '' }],
      },
      mark: { part: 'helper', nodeId: '' },
      outputs: 2,
    });
    const given = drawValues(drawing, `Given ${name}`, { [name]: `{{ $vars.${name} }}` }, '');
    const own = drawValues(drawing, `Default ${name}`, { [name]: value }, '');
    drawing.lead({ from: test, output: 0 }, { step: given });
    drawing.lead({ from: test, output: 1 }, { step: own });
    for (const from of [given, own]) drawing.lead({ from }, next);
    next = { step: test };
  }
  return next;
}
