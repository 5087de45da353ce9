import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { AnyNode, NodeCatalogue } from '@tendril/contract/node/define-node';
import { type NodeTemplate, toTemplate } from '@tendril/contract/node/node-template';
import { credentialModules } from './credentials/index.gen.ts';
import { credentialOfInterface } from './interfaces/credential-of-interface.ts';
import { defineFromInterface, plainIcon } from './interfaces/define-from-interface.ts';
import type { NodeImplementation } from './interfaces/implement-node.ts';
import type { NodeInterface } from './interfaces/node-interface.ts';
import { createInterfaces } from './interfaces/read-interfaces.ts';
import { templateOfInterface } from './interfaces/template-of-interface.ts';
import { unavailableReason } from './interfaces/unavailable.data.ts';
import { implementedNodes, nodeModules } from './nodes/index.gen.ts';

type Modules = Record<string, () => Promise<Record<string, unknown>>>;

/** Everything a user can pick. Nothing is imported before it is needed. */
export interface Catalogue extends NodeCatalogue {
  /** The nodes that run. */
  names: readonly string[];
  /** Templates of the nodes that run, the demo nodes first in their category. */
  templates(): Promise<NodeTemplate[]>;
  /** The same with those of nodes that cannot run here, which say why; built for each caller. */
  knownTemplates(): Promise<NodeTemplate[]>;
  template(name: string): Promise<NodeTemplate | undefined>;
  /** Kinds of secrets, whether anything here uses them or not. */
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

const faces: Readonly<Record<string, { icon: string; description: string }>> = implementedNodes;

/** The template of a node that is made from its interface; its code is not loaded for that. */
function templateOf(row: NodeInterface): NodeTemplate {
  const face = Object.hasOwn(faces, row.name) ? faces[row.name] : undefined;
  if (face) return templateOfInterface(row, face);
  return templateOfInterface(row, { icon: plainIcon, description: '', unavailable: unavailableReason(row) });
}

/** Whether a module declares the whole node, not only what it does. */
const isWhole = (name: string) => Object.hasOwn(nodeModules, name) && !Object.hasOwn(faces, name);

function createNodes() {
  const interfaces = createInterfaces();
  const built = new Map<string, Promise<AnyNode | undefined>>();

  async function build(name: string): Promise<AnyNode | undefined> {
    const row = await interfaces.node(name);
    if (!row) return undefined;
    return defineFromInterface(row, await loadFrom<NodeImplementation>(nodeModules, name));
  }

  return {
    async load(name: string): Promise<AnyNode | undefined> {
      if (isWhole(name)) return loadFrom<AnyNode>(nodeModules, name);
      const known = built.get(name) ?? build(name);
      // Unknown names come from people's files: they are not kept.
      if (await known) built.set(name, known);
      return known;
    },

    async template(name: string): Promise<NodeTemplate | undefined> {
      if (isWhole(name)) {
        const node = await loadFrom<AnyNode>(nodeModules, name);
        return node && toTemplate(node);
      }
      const row = await interfaces.node(name);
      return row && templateOf(row);
    },

    async knownTemplates(): Promise<NodeTemplate[]> {
      const whole = Object.fromEntries(Object.entries(nodeModules).filter(([name]) => isWhole(name)));
      const [nodes, rows] = await Promise.all([loadAll<AnyNode>(whole), interfaces.nodes()]);
      const others = rows.filter((row) => !isWhole(row.name));
      return [...nodes.map(toTemplate), ...others.map(templateOf)].sort(byPlaceInPalette);
    },

    async credentials(): Promise<CredentialDefinition[]> {
      const [own, rows] = await Promise.all([
        loadAll<CredentialDefinition>(credentialModules),
        interfaces.credentials(),
      ]);
      const others = rows.filter(({ name }) => !Object.hasOwn(credentialModules, name));
      return [...own, ...others.map(credentialOfInterface)];
    },
  };
}

/** Opens the catalogue: nodes, their templates and the kinds of secrets, each loaded on first use and kept. */
export function createCatalogue(): Catalogue {
  const nodes = createNodes();
  let templates: Promise<NodeTemplate[]> | undefined;
  let definitions: Promise<CredentialDefinition[]> | undefined;
  const credentials = () => {
    definitions ??= nodes.credentials();
    return definitions;
  };
  return {
    names: Object.keys(nodeModules),
    load: nodes.load,
    templates: () => {
      templates ??= nodes.knownTemplates().then((all) => all.filter(({ canRun }) => canRun !== false));
      return templates;
    },
    knownTemplates: nodes.knownTemplates,
    template: nodes.template,
    credentials,
    credential: async (name) =>
      (await loadFrom<CredentialDefinition>(credentialModules, name)) ??
      (await credentials()).find((kind) => kind.name === name),
  };
}
