import type { FlowSummary } from '@tendril/contract/api/flows';
import type {
  NotCarriedOver,
  RetellConversationFlow,
  RetellFlowBody,
} from '@tendril/contract/api/retell-conversation-flows';
import type { RetellPageQuery, RetellVersion } from '@tendril/contract/api/retell-pages';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowService } from '../../flows/flows/public.ts';
import { checkFlow } from './conversation-flow/check-flow.ts';
import { chooseModels } from './conversation-flow/choose-model.ts';
import { drawnKinds } from './conversation-flow/flow-means.ts';
import { findNotCarriedOver } from './conversation-flow/not-carried-over.ts';
import { markOf } from './conversation-flow/retell-mark.ts';
import { toConversationFlow } from './conversation-flow/to-conversation-flow.ts';
import { toPipeline } from './conversation-flow/to-pipeline.ts';
import { pageOf } from './page-of.ts';

interface ConversationFlowParts {
  flows: Pick<FlowService, 'read' | 'insert' | 'write' | 'list' | 'remove'>;
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
  listCredentials: Parameters<typeof chooseModels>[1];
}

const newName = 'Conversation flow';
const pageSize = 100;
const mostListed = 1000;

/** Conversation flows in Retell's API: pipelines, drawn from them and read back. */
export function createRetellConversationFlows(parts: ConversationFlowParts) {
  const { flows } = parts;

  async function read(scope: Scope, id: string, version?: RetellVersion): Promise<RetellConversationFlow> {
    const { flowData, draftVersion, updatedAt } = await flows.read(scope, id);
    if (typeof version === 'number' && version !== draftVersion)
      throw new AppError('NOT_FOUND', `The flow has no version ${version} that can be read here.`);
    const { flow, notCarriedOver } = toConversationFlow(flowData);
    return {
      ...flow,
      conversation_flow_id: id,
      version: draftVersion,
      last_modification_timestamp: updatedAt,
      nodes: flow.nodes ?? [],
      not_carried_over: [...findNotCarriedOver(flow), ...notCarriedOver],
    };
  }

  return {
    read,

    async create(caller: ScopedCaller, body: RetellFlowBody): Promise<RetellConversationFlow> {
      const flowData = await draw(parts, caller, withoutFacts(body));
      const id = await flows.insert(caller, { name: newName, type: 'AGENTFLOW', flowData, settings: {} });
      return read(caller, id);
    },

    /** Throws CONFLICT where it would lose what was drawn on the canvas. */
    async update(caller: ScopedCaller, id: string, body: RetellFlowBody): Promise<RetellConversationFlow> {
      const { flowData } = await flows.read(caller, id);
      const { flow, notCarriedOver } = toConversationFlow(flowData);
      requireOwnDrawing(flowData, notCarriedOver);
      const drawn = await draw(parts, caller, { ...flow, ...withoutFacts(body) });
      await flows.write(caller, id, { flowData: drawn, kind: 'checkpoint' });
      return read(caller, id);
    },

    async list(scope: Scope, query: RetellPageQuery) {
      const { items, ...rest } = pageOf(await listAll(flows, scope), query, ({ id }) => id);
      return { items: await Promise.all(items.map(({ id }) => read(scope, id))), ...rest };
    },

    remove: (scope: Scope, id: string): Promise<void> => flows.remove(scope, id),
  };
}

export type RetellConversationFlows = ReturnType<typeof createRetellConversationFlows>;

async function draw(
  { findTemplate, listCredentials }: ConversationFlowParts,
  scope: Scope,
  flow: RetellFlowBody,
): Promise<FlowData> {
  checkFlow(flow);
  const templates = new Map<string, NodeTemplate>();
  for (const name of drawnKinds) {
    const found = await findTemplate(name);
    if (found) templates.set(name, found);
  }
  return toPipeline(flow, {
    model: await chooseModels(scope, listCredentials),
    template(name) {
      const found = templates.get(name);
      if (!found) throw new AppError('NOT_IMPLEMENTED', `There is no node ${name} here.`);
      return found;
    },
  });
}

/** What describes the record: a client may send back what it received. */
function withoutFacts(body: RetellFlowBody): RetellFlowBody {
  const {
    conversation_flow_id: _id,
    version: _version,
    last_modification_timestamp: _modified,
    not_carried_over: _lost,
    ...flow
  } = body;
  return flow;
}

function requireOwnDrawing({ nodes }: FlowData, added: readonly NotCarriedOver[]): void {
  if (!nodes.some((node) => markOf(node)?.part === 'flow'))
    throw new AppError('CONFLICT', 'This pipeline was drawn on the canvas. Change it there.');
  if (added.length === 0) return;
  const names = added.map(({ message }) => message).join('; ');
  throw new AppError('CONFLICT', `Redrawing it would lose what was added on the canvas: ${names}.`);
}

/** Newest first. */
async function listAll(flows: Pick<FlowService, 'list'>, scope: Scope): Promise<FlowSummary[]> {
  const all: FlowSummary[] = [];
  for (let page = 1; all.length < mostListed; page += 1) {
    const { data } = await flows.list(scope, { type: 'AGENTFLOW', sort: 'created', page, limit: pageSize });
    all.push(...data);
    if (data.length < pageSize) break;
  }
  return all;
}
