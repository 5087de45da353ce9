import type { Body } from '@tendril/contract/api/endpoint';
import type { createFromTemplate } from '@tendril/contract/api/flow-templates';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type {
  TemplateCard,
  TemplateDetail,
  TemplateNeed,
  TemplateTool,
} from '@tendril/contract/api/template-gallery';
import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { FlowTemplateTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowService } from '../flows/public.ts';
import type { BuiltIn, BuiltIns } from './built-in-templates.ts';
import { keysByNode, keysOf } from './flow-facts.ts';
import { type FlowTemplateService, missingTemplate } from './flow-templates.ts';
import { type OpenedTemplate, openBuiltIn, openFlow, openOwn, wholeTool } from './opened-template.ts';
import { builtInCard, cardOfRow, ownCard } from './template-cards.ts';

interface GalleryParts {
  own: FlowTemplateService;
  builtIns: BuiltIns;
  flows: Pick<FlowService, 'insert' | 'read'>;
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
  /** The label of a kind of credential. */
  credentialLabel(kind: string): Promise<string>;
  listCredentials(scope: Scope): Promise<readonly { id: string; credentialName: string }[]>;
  /** Creates a custom tool unless an identical one exists; returns its id. */
  provideTool(scope: Scope, tool: TemplateTool): Promise<string>;
  readTool(scope: Scope, id: string): Promise<StoredToolAnswer>;
}

type Found = BuiltIn | FlowTemplateTable;

export type TemplateGallery = ReturnType<typeof createTemplateGallery>;

/** All templates: those of the catalogue and the workspace's own. */
export function createTemplateGallery(parts: GalleryParts) {
  const { own, builtIns, findTemplate } = parts;

  /** A template with its graph, with the workspace's credentials filled in. Throws NOT_FOUND. */
  async function open(scope: Scope, id: string): Promise<OpenedTemplate> {
    const opened = openFound(await findTemplateOf(parts, scope, id));
    return opened.flow ? { ...opened, flow: await withSecrets(parts, scope, opened.flow) } : opened;
  }

  return {
    open,
    take: (scope: Scope, id: string) => take(parts, scope, id),

    async list(scope: Scope): Promise<TemplateCard[]> {
      const community = [...(await builtIns()).values()].map((found) => cardOf(parts, found));
      const rows = (await own.listRows(scope)).map((row) => cardOfRow(row, findTemplate));
      return Promise.all([...community, ...rows]);
    },

    async read(scope: Scope, id: string): Promise<TemplateDetail> {
      const found = await findTemplateOf(parts, scope, id);
      const { greeting, questions, flow, tools } = openFound(found);
      const card = await cardOf(parts, found);
      const isBuiltIn = 'template' in found;
      return {
        ...card,
        about: isBuiltIn ? found.template.about : found.description,
        needs: await needsOf(parts, scope, card.keys, isBuiltIn ? found.template.needs : []),
        greeting,
        questions: [...questions],
        flowData: flow,
        tools: [...tools],
      };
    },

    /** Creates a flow, named like the template unless given a name. Throws NOT_FOUND, INVALID_INPUT for a tool. */
    async create(
      caller: ScopedCaller,
      id: string,
      body: Body<typeof createFromTemplate>,
    ): Promise<FlowDetail> {
      const { name, type, text, greeting, questions } = openFound(await findTemplateOf(parts, caller, id));
      if (type === 'TOOL') throw new AppError('INVALID_INPUT', 'This template is a tool, not a flow.');
      const starterPrompts = Object.fromEntries(questions.map((prompt, index) => [index, { prompt }]));
      const chatbotConfig = JSON.stringify({ welcomeMessage: greeting, starterPrompts });
      const flowId = await parts.flows.insert(caller, {
        name: body?.name ?? name,
        type,
        flowData: await take(parts, caller, id),
        settings: { description: text, ...(questions.length > 0 && { chatbotConfig }) },
      });
      return parts.flows.read(caller, flowId);
    },

    /** Creates a custom tool unless an identical one exists. Throws INVALID_INPUT for a template that is a flow. */
    async createTool(scope: Scope, id: string): Promise<StoredToolAnswer> {
      const { type, tools } = openFound(await findTemplateOf(parts, scope, id));
      const [tool] = tools;
      if (type !== 'TOOL' || !tool)
        throw new AppError('INVALID_INPUT', 'This template is a flow, not a tool.');
      return parts.readTool(scope, await parts.provideTool(scope, tool));
    },
  };
}

async function findTemplateOf({ builtIns, own }: GalleryParts, scope: Scope, id: string): Promise<Found> {
  const found = (await builtIns()).get(id) ?? (await own.find(scope, id));
  if (!found) throw missingTemplate();
  return found;
}

const openFound = (found: Found): OpenedTemplate =>
  'template' in found ? openBuiltIn(found) : openOwn(found);

async function cardOf({ findTemplate }: GalleryParts, found: Found): Promise<TemplateCard> {
  const { flow } = openFound(found);
  const keys = flow ? await keysOf(flow, findTemplate) : [];
  return 'template' in found ? builtInCard(found, keys) : ownCard(found, flow ?? undefined, keys);
}

/** The graph with the workspace's own tools and credentials filled in. */
async function take(parts: GalleryParts, scope: Scope, id: string): Promise<FlowData> {
  const found = await findTemplateOf(parts, scope, id);
  if (!('template' in found)) return withSecrets(parts, scope, openFlow(found));
  const toolIds: Record<string, string> = {};
  for (const tool of found.template.tools)
    toolIds[tool.name] = await parts.provideTool(scope, wholeTool(tool));
  return withSecrets(parts, scope, found.flow(toolIds));
}

/** Picks for every node that needs a credential the newest of its kind. */
async function withSecrets(
  { findTemplate, listCredentials }: GalleryParts,
  scope: Scope,
  flow: FlowData,
): Promise<FlowData> {
  const keys = await keysByNode(flow, findTemplate);
  if (keys.size === 0) return flow;
  const stored = await listCredentials(scope);
  const nodes = flow.nodes.map((node) => {
    const kinds = keys.get(node.id);
    const secret = kinds && stored.find(({ credentialName }) => kinds.includes(credentialName));
    return secret ? { ...node, data: { ...node.data, credential: secret.id } } : node;
  });
  return { ...flow, nodes };
}

async function needsOf(
  { listCredentials, credentialLabel }: GalleryParts,
  scope: Scope,
  keys: readonly string[],
  others: readonly string[],
): Promise<TemplateNeed[]> {
  const stored = new Set((await listCredentials(scope)).map((one) => one.credentialName));
  const ofKeys = keys.map(async (credential): Promise<TemplateNeed> => {
    return { credential, label: await credentialLabel(credential), isMet: stored.has(credential) };
  });
  return [...(await Promise.all(ofKeys)), ...others.map((label) => ({ label, isMet: null }))];
}
