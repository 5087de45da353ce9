import { drawnHeight } from '@tendril/catalogue/templates/drawn-height';
import type { TemplatePicture } from '@tendril/contract/api/template-gallery';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

/** A card's picture shows no more than this: further nodes would be too small to distinguish. */
const mostNodes = 120;
const nodeWidth = 280;

const isNote = ({ data }: FlowNode) => data.name.startsWith('stickyNote');

/** The graph reduced to positions and categories. */
export function pictureOf(flow: FlowData): TemplatePicture {
  const shown = flow.nodes.slice(0, mostNodes);
  const placeOf = new Map(shown.map((node, place) => [node.id, place]));
  return {
    nodes: shown.map((node) => ({
      x: Math.round(node.position.x),
      y: Math.round(node.position.y),
      width: nodeWidth,
      height: Math.round(typeof node['height'] === 'number' ? node['height'] : drawnHeight(node)),
      category: node.data.category ?? '',
      isNote: isNote(node),
    })),
    edges: flow.edges.flatMap(({ source, target }) => {
      const [from, to] = [placeOf.get(source), placeOf.get(target)];
      return from === undefined || to === undefined ? [] : [[from, to] as [number, number]];
    }),
  };
}

/** Names of the nodes, once each; without notes. */
export function nodeNamesOf(flow: FlowData): string[] {
  return [...new Set(flow.nodes.filter((node) => !isNote(node)).map((node) => node.data.name))];
}

type FindTemplate = (name: string) => Promise<NodeTemplate | undefined>;

/** Kinds of secrets by node, for the nodes that do not run without one. */
export async function keysByNode(flow: FlowData, findTemplate: FindTemplate): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const node of flow.nodes) {
    const credential = (await findTemplate(node.data.name))?.credential;
    if (credential && !credential.optional) found.set(node.id, credential.credentialNames ?? []);
  }
  return found;
}

/** The kinds of credentials without which a flow does not run, once each. */
export async function keysOf(flow: FlowData, findTemplate: FindTemplate): Promise<string[]> {
  const kinds = [...(await keysByNode(flow, findTemplate)).values()].flatMap(([first]) => first ?? []);
  return [...new Set(kinds)];
}

/** Whether the flow answers with the demo model. */
export const usesDemo = (flow: FlowData) => flow.nodes.some((node) => node.data.name === 'demoModel');
