import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { toMessage } from '../../kit/lib/to-message.ts';
import { exportedFlow } from '../draft/exported-flow.ts';

/** Rows as the server answers them. */
type Row = Readonly<Record<string, unknown>>;
type Rows = readonly Row[];

/** What a file holds, in this order. */
interface ExportFile {
  Tool: object[];
  ChatFlow: object[];
  AgentFlow: object[];
  /** Only where there are any: readers of Flowise 2 do not know it. */
  AgentFlowV2?: object[];
  Variable: object[];
  Assistant: object[];
}

// The flow itself declares what its password and file inputs are; the server has looked with the catalogue already.
const noTemplates: ReadonlyMap<string, NodeTemplate> = new Map();

/** Runs a step; what it throws goes on under the step's name. */
function named<T>(step: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw new Error(`exportImport.${step} ${toMessage(thrown)}`, { cause: thrown });
  }
}

/** Tools with the fields that an exported file keeps. */
export function sanitizeTool(tools: Rows): object[] {
  return named('sanitizeTool', () =>
    tools.map(({ id, name, description, color, iconSrc, schema, func }) => ({
      id,
      name,
      description,
      color,
      iconSrc,
      schema,
      func,
    })),
  );
}

/** Flows without passwords, files, folders and references to secrets, nothing selected. */
export function sanitizeChatflow(flows: Rows): object[] {
  return named('sanitizeChatflow', () =>
    flows.map(({ id, name, flowData, type }) => ({ id, name, flowData: sanitizeFlowData(flowData), type })),
  );
}

function sanitizeFlowData(text: unknown): string {
  const { viewport: _viewport, ...flow } = exportedFlow(JSON.parse(String(text)) as FlowData, noTemplates);
  return stringify(flow);
}

/** Variables with the fields that an exported file keeps. */
export function sanitizeVariable(variables: Rows): object[] {
  return named('sanitizeVariable', () =>
    variables.map(({ id, name, value, type }) => ({ id, name, value, type })),
  );
}

/** Assistants with the fields that an exported file keeps. */
export function sanitizeAssistant(assistants: Rows): object[] {
  return named('sanitizeAssistant', () =>
    assistants.map(({ id, details, credential, iconSrc }) => ({ id, details, credential, iconSrc })),
  );
}

/** JSON text of a value. */
export function stringify(value: unknown, indent?: number): string {
  return named('stringify', () => JSON.stringify(value, null, indent));
}

/** The lists of a file from the server's answer; a list that it does not have is empty. */
export function exportData(answer: Readonly<Record<string, unknown>>): ExportFile {
  const rows = (key: string) => (answer[key] === undefined ? [] : answer[key]) as Rows;
  return named('exportData', () => ({
    Tool: sanitizeTool(rows('Tool')),
    ChatFlow: sanitizeChatflow(rows('ChatFlow')),
    AgentFlow: sanitizeChatflow(rows('AgentFlow')),
    ...(rows('AgentFlowV2').length > 0 && { AgentFlowV2: sanitizeChatflow(rows('AgentFlowV2')) }),
    Variable: sanitizeVariable(rows('Variable')),
    Assistant: sanitizeAssistant(rows('Assistant')),
  }));
}
