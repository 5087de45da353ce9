import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { componentParts, needsCredential, withPartCredential } from '../document/component-parts.ts';
import { nodeById } from '../document/node-index.ts';
import { type Command, setCredential } from './canvas-commands.ts';

/** Gives a secret to a node, or to the model and tools that a step carries and that wait for one of its kind. */
export function giveCredential(
  nodeId: string,
  credential: string,
  kinds: readonly string[],
  templates: ReadonlyMap<string, NodeTemplate>,
): Command {
  return (doc) => {
    const data = nodeById(doc.nodes, nodeId)?.data;
    if (!data) return doc;
    if (!componentParts(data, templates).some(needsCredential)) return setCredential(nodeId, credential)(doc);
    const given = withPartCredential(data, templates, kinds, credential);
    return { ...doc, nodes: doc.nodes.map((node) => (node.id === nodeId ? { ...node, data: given } : node)) };
  };
}

/** Lets a step ask the demo model instead of the model whose key is missing. */
export function askDemoModel(
  nodeId: string,
  templates: ReadonlyMap<string, NodeTemplate>,
  demo: string,
): Command {
  return (doc) => {
    const data = nodeById(doc.nodes, nodeId)?.data;
    if (!data) return doc;
    const models = componentParts(data, templates).filter(
      (part) => isChatModel(part.template) && needsCredential(part) && part.param in (data.inputs ?? {}),
    );
    if (models.length === 0) return doc;
    const swapped = models.flatMap(({ param }) => [
      [param, demo],
      [`${param}Config`, { [param]: demo }],
    ]);
    const inputs = { ...data.inputs, ...Object.fromEntries(swapped) };
    return {
      ...doc,
      nodes: doc.nodes.map((node) => (node.id === nodeId ? { ...node, data: { ...data, inputs } } : node)),
    };
  };
}

/** Whether a node is a model that talks. */
export function isChatModel({ baseClasses }: NodeTemplate): boolean {
  return baseClasses.includes('BaseChatModel');
}
