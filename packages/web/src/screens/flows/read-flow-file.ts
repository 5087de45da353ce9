import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import { type FlowData, flowData } from '@tendril/contract/flow/flow';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { say } from '../../kit/texts/texts.ts';
import type { FlowKind } from './flows.queries.ts';

/** A flow that was read from a file or the clipboard. */
interface ReadFlow {
  name: string;
  kind: FlowKind;
  description: string;
  flowData: FlowData;
}

const pipelineCategories = new Set(['Sequential Agents', 'Multi Agents']);
const longestName = 200;
const longestDescription = 2000;

/** A flow from the text of a file, or what is wrong with it in words that name the file. */
export function readFlowFile(fileName: string, text: string): { flow: ReadFlow } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { problem: say(flowsTexts, 'importNotJson', { file: fileName, reason }) };
  }
  const graph = graphOf(value);
  if (graph === undefined) return { problem: say(flowsTexts, 'importNoFlow', { file: fileName }) };
  const parsed = flowData.safeParse(graph);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') ?? '';
    const reason = issue?.message ?? '';
    return { problem: say(flowsTexts, 'importBadField', { file: fileName, path, reason }) };
  }
  const { description } = value as { description?: unknown };
  return {
    flow: {
      name: nameOf(fileName),
      kind: kindOf(parsed.data),
      description: typeof description === 'string' ? description.slice(0, longestDescription) : '',
      flowData: graphOnly(parsed.data),
    },
  };
}

/** Nodes and edges, bare or inside `flowData` as object or as text. */
function graphOf(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('nodes' in value && Array.isArray(value.nodes)) return { edges: [], ...value };
  if (!('flowData' in value)) return undefined;
  const inner = value.flowData;
  if (typeof inner !== 'string') return graphOf(inner);
  try {
    return graphOf(JSON.parse(inner));
  } catch {
    return undefined;
  }
}

// A template file contains more metadata than belongs in the flow.
function graphOnly({ nodes, edges, groups, viewport }: FlowData): FlowData {
  return { nodes, edges, ...(groups && { groups }), ...(viewport && { viewport }) };
}

function kindOf({ nodes }: FlowData): FlowKind {
  if (nodes.some(({ type, data }) => isAgentFlowNode(data) || type === 'agentFlow')) return 'AGENTFLOW';
  return nodes.some(({ data }) => pipelineCategories.has(data.category ?? '')) ? 'MULTIAGENT' : 'CHATFLOW';
}

/** "Support bot Chatflow.json" is the flow "Support bot". */
function nameOf(fileName: string): string {
  const stem = fileName
    .replace(/\.json$/i, '')
    .replace(/\s+(Chatflow|Agents)$/i, '')
    .trim();
  return (stem || say(flowsTexts, 'importedName')).slice(0, longestName);
}
