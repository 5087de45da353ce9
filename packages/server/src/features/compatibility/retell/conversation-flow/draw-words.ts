import type { RetellFlowNode } from '@tendril/contract/api/retell-conversation-flows';
import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import { labelOf } from './draw-exits.ts';
import type { FlowDrawing } from './flow-drawing.ts';

type Values = Readonly<Record<string, string>>;

/** A step that only sets values of the flow's state; what it returns is said nowhere. */
export function drawValues(drawing: FlowDrawing, label: string, values: Values, nodeId: string): NodeHandle {
  return drawing.pipeline.add('customFunctionAgentflow', {
    label,
    values: { customFunctionJavascriptFunction: "return '';", customFunctionUpdateState: rowsOf(values) },
    mark: { part: 'helper', nodeId },
  });
}

/** Rows of "Update Flow State". */
export function rowsOf(values: Values): { key: string; value: string }[] {
  return Object.entries(values).map(([key, value]) => ({ key, value }));
}

/** The steps in which a node speaks: they begin with `first`, the words are in `last`. */
export function drawWords(
  drawing: FlowDrawing,
  node: RetellFlowNode,
  { place, values }: { place: number; values: Values },
): { first: NodeHandle; last: NodeHandle } {
  const { instruction } = node;
  const text = drawing.text(instruction?.text ?? '');
  if (instruction?.type === 'static_text') {
    // A reply needs words, if only a space.
    const words = text === '' ? ' ' : text;
    const first = drawValues(drawing, `Before ${labelOf(node)}`, values, node.id);
    const last = drawing.pipeline.add('directReplyAgentflow', {
      label: labelOf(node),
      values: { directReplyMessage: words },
      mark: { part: 'node', node, place, words: { at: 0, text: words } },
    });
    drawing.lead({ from: first }, { step: last });
    return { first, last };
  }
  const model = drawing.model(node);
  const before = drawing.globalPrompt();
  const step = drawing.pipeline.add('llmAgentflow', {
    label: labelOf(node),
    values: {
      llmModel: model.name,
      llmModelConfig: model.config,
      llmMessages: [...before, { role: 'system', content: text }],
      llmEnableMemory: true,
      llmMemoryType: 'allMessages',
      llmReturnResponseAs: 'assistantMessage',
      llmUpdateState: rowsOf(values),
    },
    mark: { part: 'node', node, place, words: { at: before.length, text } },
  });
  return { first: step, last: step };
}
