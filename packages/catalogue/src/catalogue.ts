import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { AnyNode, NodeCatalogue } from '@tendril/contract/node/define-node';
import { type NodeTemplate, toTemplate } from '@tendril/contract/node/node-template';
import { credentialModules } from './credentials/index.gen.ts';
import { nodeModules } from './nodes/index.gen.ts';

type Modules = Record<string, () => Promise<Record<string, unknown>>>;

/** Everything a user can pick. Nothing is imported before it is needed. */
export interface Catalogue extends NodeCatalogue {
  names: readonly string[];
  /** All templates, the demo nodes first in their category. */
  templates(): Promise<NodeTemplate[]>;
  template(name: string): Promise<NodeTemplate | undefined>;
  credentials(): Promise<CredentialDefinition[]>;
  credential(name: string): Promise<CredentialDefinition | undefined>;
}

async function loadFrom<T>(modules: Modules, name: string): Promise<T | undefined> {
  if (!Object.hasOwn(modules, name)) return undefined;
  return (await modules[name]?.())?.[name] as T | undefined;
}

async function loadAll<T>(modules: Modules): Promise<T[]> {
  const values = await Promise.all(Object.keys(modules).map((name) => loadFrom<T>(modules, name)));
  return values.filter((value) => value !== undefined);
}

const isDemo = (template: NodeTemplate) => template.name.startsWith('demo');

function byPlaceInPalette(one: NodeTemplate, other: NodeTemplate): number {
  return (
    one.category.localeCompare(other.category, 'en') ||
    Number(isDemo(other)) - Number(isDemo(one)) ||
    one.label.localeCompare(other.label, 'en')
  );
}

/** Opens the catalogue: nodes, their templates and the kinds of credentials, each loaded on first use and cached. */
export function createCatalogue(): Catalogue {
  const nodes: Modules = nodeModules;
  const credentials: Modules = credentialModules;
  let templates: Promise<NodeTemplate[]> | undefined;
  let definitions: Promise<CredentialDefinition[]> | undefined;
  const allTemplates = () => {
    templates ??= loadAll<AnyNode>(nodes).then((all) => all.map(toTemplate).sort(byPlaceInPalette));
    return templates;
  };
  return {
    names: Object.keys(nodes),
    load: (name) => loadFrom<AnyNode>(nodes, name),
    templates: allTemplates,
    template: async (name) => (await allTemplates()).find((template) => template.name === name),
    credentials: () => {
      definitions ??= loadAll<CredentialDefinition>(credentials);
      return definitions;
    },
    credential: (name) => loadFrom<CredentialDefinition>(credentials, name),
  };
}
