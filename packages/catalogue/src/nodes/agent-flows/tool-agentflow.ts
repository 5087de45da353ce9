import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { Tool } from '@tendril/contract/provider/tool';
import { callTool, emitUsedTools } from '../../agent/call-tool.ts';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { listToolArguments } from '../../agentflow/list-tool-arguments.ts';
import { requirePart } from '../../agentflow/require-part.ts';
import { stateUpdates } from '../../agentflow/state-updates.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { readJson } from '../../text/read-json.ts';
import { asRecord } from '../../tools/as-record.ts';

type ToolInputs = NodeInputs['toolAgentflow'] &
  StepEntry & { toolAgentflowSelectedToolPart?: Tool | readonly Tool[] };
type Values = Readonly<Record<string, unknown>>;

const propertiesOf = ({ inputSchema }: Tool) => inputSchema.properties ?? {};

/** Of several tools the one that takes these arguments. */
function toolFor(part: Tool | readonly Tool[], args: Values): Tool {
  const tools = [part].flat();
  const [only, ...others] = tools;
  if (only && others.length === 0) return only;
  const fitting = tools.filter((tool) => Object.keys(args).every((name) => name in propertiesOf(tool)));
  const [found, ...more] = fitting;
  if (found && more.length === 0) return found;
  const names = (more.length > 0 ? fitting : tools).map(({ name }) => name).join(', ');
  throw new AppError(
    'FLOW_INVALID',
    `Tool: it offers several (${names}). Choose one of them in its settings.`,
  );
}

/** Arguments are written as text: each becomes what the tool takes. */
function readArgument(value: unknown, schema: JSONSchema7 | boolean | undefined): unknown {
  const type = typeof schema === 'object' ? schema.type : undefined;
  if (typeof value !== 'string' || type === undefined || type === 'string') return value;
  const text = value.trim();
  if ((type === 'number' || type === 'integer') && text !== '' && Number.isFinite(Number(text)))
    return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type === 'object' || type === 'array') return readJson(text) ?? value;
  return value;
}

function readArguments(args: Values, tool: Tool): Values {
  const properties = asRecord(propertiesOf(tool)) as Record<string, JSONSchema7 | boolean>;
  // What the tool's own form fixes is no argument any more; drawings name it all the same.
  const isTaken = (name: string) => tool.inputSchema.additionalProperties !== false || name in properties;
  return Object.fromEntries(
    Object.entries(args)
      // What is left empty is not given.
      .filter(([name, value]) => value !== '' && value !== undefined && isTaken(name))
      .map(([name, value]) => [name, readArgument(value, properties[name])]),
  );
}

/** A step of an agent flow that calls one tool, with arguments of its own. */
export const toolAgentflow = implementNode({
  name: 'toolAgentflow',
  icon: 'wrench',
  description: 'Calls one tool with the arguments you enter; no model chooses.',
  ...agentFlowStep('toolAgentflow'),
  loadMethods: { listToolInputArgs: (request) => listToolArguments(request, 'toolAgentflowSelectedTool') },

  async run(inputs: ToolInputs, context) {
    const { nodeId } = context;
    const state = joinAgentFlowStates(inputs.previous);
    const rows = (inputs.toolInputArgs ?? []).filter(({ inputArgName }) => inputArgName);
    const given = Object.fromEntries(
      rows.map(({ inputArgName = '', inputArgValue }) => [inputArgName, inputArgValue]),
    );
    const tool = toolFor(requirePart(inputs.toolAgentflowSelectedToolPart, 'Tool'), given);
    const call = { id: nodeId, name: tool.name, args: readArguments(given, tool) };
    const used = await callTool(call, [tool], context);
    if (used.error !== undefined) throw new AppError('TOOL_FAILED', `${tool.name}: ${used.error}`);
    emitUsedTools([used], context);
    const { toolOutput, sourceDocuments = [] } = used;
    const content = typeof toolOutput === 'string' ? toolOutput : JSON.stringify(toolOutput);
    const result = stepResult(content, { tool: tool.name, toolInput: call.args });
    const next = withResult(state, nodeId, result, {
      messages: [{ role: 'assistant', content, nodeId }],
      usedTools: [used],
      sourceDocuments,
      values: stateUpdates(inputs.toolUpdateState, result),
    });
    return { toolAgentflow: next };
  },
});
