import { randomUUID } from 'node:crypto';
import type { Body, Query } from '@tendril/contract/api/endpoint';
import type {
  createFromTemplate,
  FlowTemplate,
  listFlowTemplates,
  saveFlowTemplate,
} from '@tendril/contract/api/flow-templates';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Database } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import type { ScopedCaller } from '../../http/caller.ts';
import type { FlowService } from '../flows/flows.service.ts';
import { toBareGraph } from './bare-graph.ts';
import { flowTemplateStore, type ListedTemplate } from './flow-templates.store.ts';

/** The list is one answer: more would make it long, and nobody picks from a thousand. */
const mostTemplates = 1000;

export interface FlowTemplateParts {
  db: Database;
  flows: FlowService;
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
}

export type FlowTemplateService = ReturnType<typeof createFlowTemplateService>;

/** Graphs that people of a workspace keep to begin flows with. */
export function createFlowTemplateService({ db, flows, findTemplate }: FlowTemplateParts) {
  const store = flowTemplateStore(db);

  return {
    async list(scope: Scope, { type }: Query<typeof listFlowTemplates>): Promise<FlowTemplate[]> {
      return (await store.list(scope, type)).map(toTemplate);
    },

    /** Keeps a copy of a flow's draft. Throws NOT_FOUND, and CONFLICT when there are too many. */
    async save(
      scope: Scope,
      { flowId, name, description, badge, usecases }: Body<typeof saveFlowTemplate>,
    ): Promise<FlowTemplate> {
      const flow = await flows.read(scope, flowId);
      if ((await store.count(scope)) >= mostTemplates)
        throw new AppError('CONFLICT', `There are ${mostTemplates} templates already: delete one first.`);
      const graph = await toBareGraph(flow.flowData, findTemplate);
      const row = {
        id: randomUUID(),
        workspaceId: scope.workspaceId,
        name,
        description,
        type: flow.type,
        badge,
        usecases: JSON.stringify(usecases),
        nodeNames: JSON.stringify(namesOf(graph)),
        createdAt: Date.now(),
        flowData: JSON.stringify(graph),
      };
      await store.insert(row);
      return toTemplate(row);
    },

    /** Makes a flow, named like the template unless said otherwise. Throws NOT_FOUND. */
    async create(
      caller: ScopedCaller,
      id: string,
      body: Body<typeof createFromTemplate>,
    ): Promise<FlowDetail> {
      const template = await store.find(caller, id);
      if (!template) throw missing();
      const flowId = await flows.insert(caller, {
        name: body?.name ?? template.name,
        type: template.type,
        flowData: JSON.parse(template.flowData) as FlowData,
        settings: { description: template.description },
      });
      return flows.read(caller, flowId);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw missing();
    },
  };
}

function namesOf({ nodes }: FlowData): string[] {
  const names = nodes.map((node) => node.data.name).filter((name) => !name.startsWith('stickyNote'));
  return [...new Set(names)];
}

function toTemplate({ workspaceId: _workspaceId, ...row }: ListedTemplate): FlowTemplate {
  return {
    ...row,
    type: row.type as FlowType,
    usecases: JSON.parse(row.usecases) as string[],
    nodeNames: JSON.parse(row.nodeNames) as string[],
  };
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such template.');
}
