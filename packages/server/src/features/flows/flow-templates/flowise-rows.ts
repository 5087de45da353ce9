import type { CustomTemplate, MarketplaceTemplate } from '@tendril/contract/api/marketplaces';
import type { TemplateTool } from '@tendril/contract/api/template-gallery';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowTemplateTable } from '../../../platform/db/schema.ts';
import type { BuiltIn } from './built-in-templates.ts';

const types = {
  CHATFLOW: 'Chatflow',
  MULTIAGENT: 'Agentflow',
  AGENTFLOW: 'AgentflowV2',
  TOOL: 'Tool',
} as const;

const typeOf = (type: string) => types[type as keyof typeof types] ?? 'Chatflow';

function categoriesOf({ nodes }: FlowData): string[] {
  return [...new Set(nodes.flatMap(({ data }) => data.category ?? []))];
}

/** A template of the catalogue in Flowise's format. */
export function toMarketplaceRow({ id, template, flow }: BuiltIn): MarketplaceTemplate {
  const drawn = flow();
  return {
    id,
    templateName: template.title,
    flowData: JSON.stringify(drawn),
    badge: '',
    framework: [],
    usecases: [...template.useCases],
    categories: categoriesOf(drawn),
    type: typeOf(template.type),
    description: template.text,
  };
}

/** A custom template in Flowise's format. */
export function toCustomRow(row: Omit<FlowTemplateTable, 'workspaceId'>): CustomTemplate {
  const date = new Date(row.createdAt).toISOString();
  const shared = {
    id: row.id,
    name: row.name,
    templateName: row.name,
    badge: row.badge,
    framework: [],
    usecases: JSON.parse(row.usecases) as string[],
    type: typeOf(row.type),
    description: row.description,
    createdDate: date,
    updatedDate: date,
  };
  if (row.type !== 'TOOL') {
    const graph = JSON.parse(row.flowData) as FlowData;
    return { ...shared, flowData: row.flowData, categories: categoriesOf(graph) };
  }
  const { iconSrc, schema, func } = JSON.parse(row.flowData) as TemplateTool;
  return { ...shared, categories: [], iconSrc, schema, func };
}
