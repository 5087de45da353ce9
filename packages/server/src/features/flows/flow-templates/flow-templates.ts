import { randomUUID } from 'node:crypto';
import type { Body, Query } from '@tendril/contract/api/endpoint';
import type { FlowTemplate, listFlowTemplates, saveFlowTemplate } from '@tendril/contract/api/flow-templates';
import type { TemplateTool, TemplateType } from '@tendril/contract/api/template-gallery';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FlowService } from '../flows/public.ts';
import { toBareGraph } from './bare-graph.ts';
import { nodeNamesOf, pictureOf } from './flow-facts.ts';
import { flowTemplateStore, type ListedTemplate } from './flow-templates.store.ts';

/** The list is one response: more would make it long, and nobody picks from a thousand. */
const mostTemplates = 1000;

interface FlowTemplateParts {
  db: Database;
  flows: Pick<FlowService, 'read'>;
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
  /** Throws NOT_FOUND. */
  readTool(scope: Scope, id: string): Promise<TemplateTool>;
}

type SaveBody = Body<typeof saveFlowTemplate>;
type About = Pick<SaveBody, 'name' | 'description' | 'badge' | 'usecases'>;

export type FlowTemplateService = ReturnType<typeof createFlowTemplateService>;

/** Graphs and tools that people of a workspace save as templates. */
export function createFlowTemplateService({ db, flows, findTemplate, readTool }: FlowTemplateParts) {
  const store = flowTemplateStore(db);

  async function keep(scope: Scope, about: About, type: TemplateType, content: FlowData | TemplateTool) {
    if ((await store.count(scope)) >= mostTemplates)
      throw new AppError('CONFLICT', `There are already ${mostTemplates} templates. Delete one first.`);
    const graph = 'nodes' in content ? (content as FlowData) : undefined;
    const row = {
      ...about,
      id: randomUUID(),
      workspaceId: scope.workspaceId,
      type,
      usecases: JSON.stringify(about.usecases),
      nodeNames: JSON.stringify(graph ? nodeNamesOf(graph) : []),
      createdAt: Date.now(),
      picture: graph ? JSON.stringify(pictureOf(graph)) : null,
      flowData: JSON.stringify(content),
    };
    await store.insert(row);
    return row;
  }

  /** Saves a copy of a tool. */
  const saveTool = (scope: Scope, about: About, tool: TemplateTool) =>
    keep(scope, { ...about, description: about.description || tool.description }, 'TOOL', tool);

  /** Saves a copy of a flow's draft. Throws NOT_FOUND, and CONFLICT when there are too many. */
  async function saveFlow(scope: Scope, about: About, flowId: string) {
    const flow = await flows.read(scope, flowId);
    const graph = await toBareGraph(flow.flowData, findTemplate);
    return keep(scope, about, flow.type === 'ASSISTANT' ? 'CHATFLOW' : flow.type, graph);
  }

  return {
    saveTool,
    saveFlow,

    async list(scope: Scope, { type }: Query<typeof listFlowTemplates>): Promise<FlowTemplate[]> {
      return (await store.list(scope, type)).map(toTemplate);
    },

    /** Saves a copy of a flow's draft or of a tool. */
    async save(scope: Scope, { flowId, toolId, ...about }: SaveBody): Promise<FlowTemplate> {
      if (flowId !== undefined) return toTemplate(await saveFlow(scope, about, flowId));
      return toTemplate(await saveTool(scope, about, await readTool(scope, toolId ?? '')));
    },

    listRows: (scope: Scope) => store.list(scope, undefined),
    listWhole: (scope: Scope) => store.listWhole(scope),

    find: (scope: Scope, id: string) => store.find(scope, id),

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missingTemplate();
    },
  };
}

function toTemplate({ id, name, description, type, badge, createdAt, ...row }: ListedTemplate): FlowTemplate {
  return {
    id,
    name,
    description,
    type: type as TemplateType,
    badge,
    createdAt,
    usecases: JSON.parse(row.usecases) as string[],
    nodeNames: JSON.parse(row.nodeNames) as string[],
  };
}

/** The error for a template that does not exist. */
export function missingTemplate(): AppError {
  return new AppError('NOT_FOUND', 'Template not found.');
}
