import type { TemplateTool, TemplateType } from '@tendril/contract/api/template-gallery';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowTemplateTable } from '../../../platform/db/schema.ts';
import type { BuiltIn } from './built-in-templates.ts';

/** A template opened for use: its graph, its tools by name, and how its chat begins. */
export interface OpenedTemplate {
  name: string;
  type: TemplateType;
  text: string;
  /** Null for a tool. */
  flow: FlowData | null;
  tools: readonly TemplateTool[];
  greeting: string;
  questions: readonly string[];
}

/** A tool of the catalogue with all the fields of a stored one. */
export const wholeTool = (tool: BuiltIn['template']['tools'][number]): TemplateTool => ({
  color: '',
  iconSrc: '',
  ...tool,
});

/** Opens a template of the catalogue. */
export function openBuiltIn({ template, flow }: BuiltIn): OpenedTemplate {
  const { title: name, type, text, greeting, questions, tools } = template;
  return { name, type, text, flow: flow(), tools: tools.map(wholeTool), greeting, questions };
}

/** The graph of a custom template. Throws INVALID_INPUT for a tool. */
export function openFlow(row: FlowTemplateTable): FlowData {
  if (row.type === 'TOOL') throw new AppError('INVALID_INPUT', 'This template is a tool, not a flow.');
  return JSON.parse(row.flowData) as FlowData;
}

/** Opens a custom template. */
export function openOwn(row: FlowTemplateTable): OpenedTemplate {
  const isTool = row.type === 'TOOL';
  return {
    name: row.name,
    type: row.type as TemplateType,
    text: row.description,
    flow: isTool ? null : openFlow(row),
    tools: isTool ? [JSON.parse(row.flowData) as TemplateTool] : [],
    greeting: '',
    questions: [],
  };
}
