import type { BundleWarning } from '@tendril/contract/api/export-import';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type FindTemplate, travelling } from './home-values.ts';

const nothing: ReadonlySet<string> = new Set();
const mostNames = 20;

/** A flow ready for import, and what a person should check. */
interface JudgedFlow {
  flow: FlowData;
  warnings: BundleWarning[];
}

/**
 * Removes from an imported flow what must not come in (references to foreign credentials, pinned outputs, dangling
 * edges) and names what is missing here: nodes, credentials, files.
 */
export async function judgeFlow(flow: FlowData, findTemplate: FindTemplate): Promise<JudgedFlow> {
  const found = new Found();
  const nodes: FlowNode[] = [];
  for (const node of flow.nodes) {
    if (!isNote(node)) found.look(node, await findTemplate(node.data.name));
    nodes.push(takeIn(node));
  }
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = flow.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  if (edges.length < flow.edges.length) found.add('looseEdges', String(flow.edges.length - edges.length));
  return { flow: { ...flow, nodes, edges }, warnings: found.warnings() };
}

function isNote({ data }: FlowNode): boolean {
  return data.name.startsWith('stickyNote');
}

function takeIn({ pinned: _pinned, ...node }: FlowNode): FlowNode {
  const { credential: _credential, ...data } = node.data;
  return { ...node, data: { ...data, ...(data.inputs && { inputs: travelling(data.inputs, nothing) }) } };
}

class Found {
  readonly #names = new Map<BundleWarning['kind'], Set<string>>();

  look({ data }: FlowNode, template: NodeTemplate | undefined): void {
    const label = data.label || data.name;
    if (!template) {
      this.add('unknownNodes', label);
      return;
    }
    if (template.credential && !template.credential.optional) this.add('missingCredentials', label);
    for (const { name, type, optional } of template.inputs) {
      const isEmpty = !data.inputs?.[name];
      if ((type === 'file' || type === 'folder') && !optional && isEmpty) this.add('missingFiles', label);
    }
  }

  add(kind: BundleWarning['kind'], name: string): void {
    const names = this.#names.get(kind) ?? new Set();
    this.#names.set(kind, names.add(name.slice(0, 200)));
  }

  warnings(): BundleWarning[] {
    return [...this.#names].map(([kind, names]) => ({ kind, names: [...names].slice(0, mostNames) }));
  }
}
