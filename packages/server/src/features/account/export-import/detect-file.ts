import { AppError } from '@tendril/contract/app-error';
import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { FlowType } from '@tendril/contract/flow/flow';

export const flowKeys: Readonly<Record<string, FlowType>> = {
  ChatFlow: 'CHATFLOW',
  AgentFlow: 'MULTIAGENT',
  AgentFlowV2: 'AGENTFLOW',
};
export const assistantKeys = ['Assistant', 'AssistantCustom', 'AssistantOpenAI', 'AssistantAzure'] as const;
const otherKeys = [
  'Tool',
  'Variable',
  'CustomTemplate',
  'DocumentStore',
  'DocumentStoreFileChunk',
  'KnowledgeParent',
  'KnowledgeDocument',
  'KnowledgeContent',
  'LeftOut',
  'ChatMessage',
  'ChatMessageFeedback',
  'AssistantFlow',
  'Execution',
];
const listKeys = [...otherKeys, ...Object.keys(flowKeys), ...assistantKeys];
/** What a flow is beside its drawing, where a file is the whole record of it. */
export const flowSettings = [
  'chatbotConfig',
  'apiConfig',
  'speechToText',
  'textToSpeech',
  'followUpPrompts',
  'mcpServerConfig',
] as const;
const pipelineCategories = new Set(['Sequential Agents', 'Multi Agents']);

type Row = Record<string, unknown>;

/** What a file holds: the lists of a bundle, or one flow, or tools, as rows of such lists. */
interface DetectedFile {
  lists: Row;
  /** It is no bundle: its records have no id that others refer to. */
  isSingle: boolean;
}

/**
 * Recognizes a file by its shape, whatever it was saved as: a bundle, a flow (bare, as text, or wrapped), a tool, a list
 * of tools. `fileName` names a flow that has no name. Throws INVALID_INPUT with what was expected.
 */
export function detectFile(value: unknown, fileName: string): DetectedFile {
  if (Array.isArray(value) && value.length > 0 && value.every(isTool))
    return { lists: { Tool: value.map(withToolName) }, isSingle: true };
  if (!isRow(value)) throw refused('The file is not a bundle: it must contain named lists.');
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.some((key) => listKeys.includes(key)))
    return { lists: value, isSingle: false };
  const flow = flowRowOf(value, fileName);
  if (flow) return { lists: flow, isSingle: true };
  if (isTool(value)) return { lists: { Tool: [withToolName(value)] }, isSingle: true };
  const wanted = ['Tool', 'Variable', ...Object.keys(flowKeys), ...assistantKeys];
  throw refused(
    `The file is not a bundle, a flow or a tool: it has none of the lists ${wanted.join(', ')}, no nodes and no func.`,
  );
}

/** The kind of a flow by its nodes; undefined where they leave it open. */
export function kindOfNodes(nodes: unknown): FlowType | undefined {
  if (!Array.isArray(nodes)) return undefined;
  const parts = nodes.flatMap((node: unknown) => (isRow(node) && isRow(node['data']) ? [node['data']] : []));
  if (parts.some(({ name }) => typeof name === 'string' && isAgentFlowNode({ name }))) return 'AGENTFLOW';
  const isPipeline = parts.some(({ category }) => pipelineCategories.has(String(category)));
  return isPipeline ? 'MULTIAGENT' : undefined;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTool(value: unknown): value is Row {
  return isRow(value) && typeof value['name'] === 'string' && ('func' in value || 'schema' in value);
}

/** Its id is that of another installation's record and says nothing here. */
function withToolName({ id: _id, ...tool }: Row): Row {
  return { ...tool, name: String(tool['name']).trim().replace(/\s+/g, '_') };
}

/** A flow with its drawing as text, listed under its kind. */
function flowRowOf(value: Row, fileName: string): Row | undefined {
  const inner = [value['chatflow'], value['flow'], value['agentflow']].find(isRow);
  if (inner && !('nodes' in value) && !('flowData' in value)) return flowRowOf(inner, fileName);
  const drawing = drawingOf(value);
  if (!drawing) return undefined;
  const { name, description, category, isPublic } = value;
  const settings = ['analytic', ...flowSettings].filter((key) => value[key] !== undefined);
  const row = {
    ...Object.fromEntries(settings.map((key) => [key, value[key]])),
    name: typeof name === 'string' && name.trim() ? name : nameOfFile(fileName, isTemplate(value)),
    description,
    category,
    isPublic,
    flowData: JSON.stringify(drawing),
  };
  const kind = kindOfNodes(drawing['nodes']) ?? (value['type'] === 'MULTIAGENT' ? 'MULTIAGENT' : 'CHATFLOW');
  const key = Object.keys(flowKeys).find((one) => flowKeys[one] === kind) ?? 'ChatFlow';
  return { [key]: [row] };
}

/** What belongs to the drawing of a file that may be a template with more beside it. */
function drawingOf(value: Row): Row | undefined {
  const { flowData } = value;
  if (!('nodes' in value)) {
    if (isRow(flowData)) return drawingOf(flowData);
    if (typeof flowData !== 'string') return undefined;
    const parsed = tryParse(flowData);
    return isRow(parsed) ? drawingOf(parsed) : undefined;
  }
  const { nodes, edges = [], groups, viewport } = value;
  if (!Array.isArray(nodes)) throw refused('nodes: must be a list');
  return {
    nodes,
    edges,
    ...(groups !== undefined && { groups }),
    ...(viewport !== undefined && { viewport }),
  };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A template says what it is for; what is exported from a canvas holds the drawing alone. */
const isTemplate = (value: Row) => 'usecases' in value || 'framework' in value;

/** "Support bot Chatflow.json" is an export of the flow "Support bot"; the file of a template bears its whole name. */
function nameOfFile(fileName: string, isWhole: boolean): string {
  const stem = fileName.replace(/^.*[/\\]/, '').replace(/\.json$/i, '');
  const name = (isWhole ? stem : stem.replace(/(?<!\s)\s+(Chatflow|Agents)$/i, '')).trim();
  return (name || 'Imported flow').slice(0, 200);
}

function refused(message: string): AppError {
  return new AppError('INVALID_INPUT', message);
}
