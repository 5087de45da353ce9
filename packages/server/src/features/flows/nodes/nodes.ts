import { basename } from 'node:path';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { loadNodeOptions, readCredentialComponent } from '@tendril/contract/api/nodes';
import { AppError } from '@tendril/contract/app-error';
import type { FlowType } from '@tendril/contract/flow/flow';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { NodeCatalogue } from '@tendril/contract/node/define-node';
import { type NodeTemplate, toTemplate } from '@tendril/contract/node/node-template';
import type { FetchFunction, StoredTool } from '@tendril/contract/node/run-context';
import type { Knowledge } from '@tendril/contract/provider/knowledge';
import type { Config } from '../../../platform/config.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { LocalModels } from '../../../platform/local-embeddings/local-embeddings.ts';
import type { LiveFlows } from '../flows/public.ts';
import type { McpServerService } from '../mcp-servers/public.ts';
import { type EtaggedJson, etagJson } from './etagged-json.ts';
import { listComponents, offersComponents } from './node-components.ts';

export interface NodeSource extends NodeCatalogue {
  /** Of the nodes that run. */
  templates(): Promise<NodeTemplate[]>;
  /** Also of those whose form alone is known. */
  knownTemplates(): Promise<NodeTemplate[]>;
  template(name: string): Promise<NodeTemplate | undefined>;
  credentials(): Promise<CredentialDefinition[]>;
  credential(name: string): Promise<CredentialDefinition | undefined>;
}

interface NodeParts {
  catalogue(): Promise<NodeSource>;
  egress: Pick<Egress, 'of'>;
  localModels: Pick<LocalModels, 'list'>;
  liveFlows: Pick<LiveFlows, 'readFile'>;
  listTools(scope: Scope): Promise<StoredTool[]>;
  listFlows(scope: Scope): Promise<{ id: string; name: string; type: FlowType }[]>;
  knowledge: { of(scope: Scope): Knowledge };
  config: Pick<Config, 'knowledgeFolders'>;
  mcpServers: Pick<McpServerService, 'listStored' | 'listOn' | 'listAt'>;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
}

type Component = Exclude<Answer<typeof readCredentialComponent>, unknown[]>;

/** The nodes available on a canvas, and the options of their fields. */
export function createNodeService(parts: NodeParts) {
  let whole: Promise<EtaggedJson> | undefined;
  let summaries: Promise<EtaggedJson> | undefined;
  const known = async () => (await parts.catalogue()).knownTemplates();

  const components = async () => (await (await parts.catalogue()).credentials()).map(toComponent);

  return {
    /** All templates, written out once for all callers; in a summary those that cannot run have no inputs. */
    list(isSummary = false): Promise<EtaggedJson> {
      if (!isSummary) {
        whole ??= known().then(etagJson);
        return whole;
      }
      summaries ??= known().then((all) => etagJson(all.map(summaryOf)));
      return summaries;
    },

    async read(name: string): Promise<NodeTemplate> {
      const template = await (await parts.catalogue()).template(name);
      if (!template) throw missing('node', name);
      return template;
    },

    async ofCategory(category: string): Promise<NodeTemplate[]> {
      return (await known()).filter((template) => template.category === category);
    },

    /** Throws NOT_FOUND, also for a node that works without edges and so has no example. */
    async readExample(name: string) {
      const { exampleFlow } = await import('@tendril/catalogue/examples/example-flow');
      const example = exampleFlow(name, await (await parts.catalogue()).templates());
      if (!example) throw missing('example of the node', name);
      return example;
    },

    /** Options of a parameter, from the node's own code. Throws NOT_FOUND for an unknown node or method. */
    async loadOptions(scope: Scope, name: string, body: Body<typeof loadNodeOptions>, signal: AbortSignal) {
      const catalogue = await parts.catalogue();
      const { loadMethods, inputs: declared } = (await catalogue.load(name)) ?? {};
      const { loadMethod, inputs, credential, flowId } = body;
      if (declared && !loadMethods?.[loadMethod] && offersComponents(declared, loadMethod))
        return listComponents(await catalogue.templates(), loadMethod);
      if (!loadMethods || !Object.hasOwn(loadMethods, loadMethod))
        throw missing('list of options', `${name}.${loadMethod}`);
      const options = await loadMethods[loadMethod]?.({
        inputs,
        credential: async () => (credential ? parts.openCredential(scope, credential) : undefined),
        fetch: parts.egress.of(scope.workspaceId).fetch as FetchFunction,
        ...(flowId !== undefined && {
          readFile: (file: string) => parts.liveFlows.readFile({ ...scope, id: flowId }, file),
        }),
        listTools: () => parts.listTools(scope),
        listFlows: () => parts.listFlows(scope),
        loadNode: (inner) => catalogue.load(inner),
        listStores: () => parts.knowledge.of(scope).listStores(),
        openRelay: parts.egress.of(scope.workspaceId).openRelay,
        listLocalModels: () => parts.localModels.list(),
        listFolders: async () => parts.config.knowledgeFolders.map((path) => basename(path)),
        listMcpServers: () => parts.mcpServers.listStored(scope),
        listMcpTools: (serverId) => parts.mcpServers.listOn(scope, serverId),
        listMcpToolsAt: parts.mcpServers.listAt,
        signal,
      });
      return options ?? [];
    },

    listCredentialKinds: components,

    /** One kind of credential, or a list when several names are joined by "&". */
    async readCredentialKinds(names: string): Promise<Component | Component[]> {
      const all = await components();
      const found = names.split('&').map((name) => {
        const component = all.find((candidate) => candidate.name === name);
        if (!component) throw missing('kind of secret', name);
        return component;
      });
      const [only] = found;
      return found.length === 1 && only ? only : found;
    },
  };
}

export type NodeService = ReturnType<typeof createNodeService>;

function toComponent(definition: CredentialDefinition): Component {
  const { name, label, description, category, icon, docs, testNote, inputs } = definition;
  // Secrets are declared with the parameters of nodes, so a node's template is where their form comes from.
  const form = toTemplate({
    name,
    label,
    inputs,
    version: 1,
    category: '',
    description: '',
    icon: '',
    outputs: {},
  });
  const isOAuth2 = definition.oauth2 !== undefined;
  const isTestable = isOAuth2 || definition.test !== undefined;
  // The response schema drops what is not set.
  return {
    name,
    label,
    description,
    category,
    icon,
    docs,
    testNote,
    isTestable,
    isOAuth2,
    inputs: form.inputs,
  };
}

/** What the palette shows of a node that cannot run; its form is read when it is put on a canvas. */
function summaryOf(template: NodeTemplate): NodeTemplate {
  if (template.canRun !== false) return template;
  const { credential: _, outputs: __, ...rest } = template;
  return { ...rest, inputs: [], isSummary: true };
}

function missing(what: string, name: string): AppError {
  return new AppError('NOT_FOUND', `There is no ${what} "${name}".`);
}
