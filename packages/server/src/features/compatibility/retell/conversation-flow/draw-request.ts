import type { RetellFlowNode, RetellFlowTool } from '@tendril/contract/api/retell-conversation-flows';
import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import { labelOf } from './draw-exits.ts';
import { drawValues } from './draw-words.ts';
import type { FlowDrawing } from './flow-drawing.ts';

interface Argument {
  name: string;
  type: string;
  description: string;
}

const fieldTypes: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'stringArray',
};

/** The steps of a request to a server of the user's own: its arguments by a model, the request, what is kept of it. */
export function drawRequest(
  drawing: FlowDrawing,
  node: RetellFlowNode,
  { tool, place }: { tool: RetellFlowTool; place: number },
): { first: NodeHandle; last: NodeHandle } {
  const given = Object.entries(tool.parameters?.properties ?? {}).map(
    ([name, { type, description = '' }]): Argument => ({
      name,
      type: (typeof type === 'string' ? fieldTypes[type] : undefined) ?? 'string',
      description,
    }),
  );
  const asking = given.length > 0 ? drawArguments(drawing, node, given) : undefined;
  const mark = { part: 'node', node, place } as const;
  const request = drawing.pipeline.add('httpAgentflow', {
    label: labelOf(node),
    values: requestOf(drawing, tool, given, asking?.id ?? ''),
    mark,
  });
  if (asking) drawing.lead({ from: asking }, { step: request });
  const kept = Object.entries(tool.response_variables ?? {});
  if (kept.length === 0) return { first: asking ?? request, last: request };
  const values = Object.fromEntries(
    kept.map(([name, path]) => [name, `{{ ${request.id}.output.data.${path.replace(/^\$\.?/, '')} }}`]),
  );
  const last = drawValues(drawing, `Keep of ${labelOf(node)}`, values, node.id);
  drawing.lead({ from: request }, { step: last });
  return { first: asking ?? request, last };
}

function drawArguments(drawing: FlowDrawing, node: RetellFlowNode, given: readonly Argument[]): NodeHandle {
  const model = drawing.model(node);
  return drawing.pipeline.add('llmAgentflow', {
    label: `Arguments of ${labelOf(node)}`,
    values: {
      llmModel: model.name,
      llmModelConfig: model.config,
      llmMessages: [{ role: 'system', content: 'Take the values from the conversation.' }],
      llmEnableMemory: true,
      llmMemoryType: 'allMessages',
      llmReturnResponseAs: 'assistantMessage',
      llmStructuredOutput: given.map(({ name, type, description }) => ({ key: name, type, description })),
    },
    mark: { part: 'helper', nodeId: node.id },
  });
}

function requestOf(
  drawing: FlowDrawing,
  tool: RetellFlowTool,
  given: readonly Argument[],
  asking: string,
): Record<string, unknown> {
  const { method = 'POST', headers = {}, query_params: query = {} } = tool;
  const rows = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, value]) => ({ key, value: drawing.text(value) }));
  const placeOf = (name: string) => `{{ ${asking}.output.${name} }}`;
  const common = { method, url: drawing.text(tool.url ?? ''), headers: rows(headers), responseType: 'json' };
  if (method === 'GET')
    return {
      ...common,
      queryParams: [...rows(query), ...given.map(({ name }) => ({ key: name, value: placeOf(name) }))],
    };
  const fields = given.map(({ name, type }) => {
    const place = type === 'string' ? `"${placeOf(name)}"` : placeOf(name);
    return `${JSON.stringify(name)}: ${place}`;
  });
  const args = `{${fields.join(', ')}}`;
  const body = tool.args_at_root
    ? args
    : `{"name": ${JSON.stringify(tool.name)}, "call": {"call_id": "{{ $flow.chatId }}"}, "args": ${args}}`;
  return { ...common, queryParams: rows(query), bodyType: 'json', body };
}
