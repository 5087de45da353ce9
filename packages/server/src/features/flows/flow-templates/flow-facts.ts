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

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Nodes that a step of an agent flow is given by its form: each is chosen beside a form of its own, also in lists. */
function chosenIn(values: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.filter(isValues).flatMap(chosenIn);
    return typeof value === 'string' && isValues(values[`${name}Config`]) ? [value] : [];
  });
}

/** The node's own name and those of the nodes chosen in its form. */
const namesIn = ({ data }: FlowNode) => [data.name, ...chosenIn(data.inputs ?? {})];

type FindTemplate = (name: string) => Promise<NodeTemplate | undefined>;

/** Kinds of secrets that fit, for everything in a node that does not run without one. */
async function keysIn(node: FlowNode, findTemplate: FindTemplate): Promise<string[][]> {
  const templates = await Promise.all(namesIn(node).map(findTemplate));
  return templates.flatMap((template) =>
    template?.credential && !template.credential.optional ? [template.credential.credentialNames ?? []] : [],
  );
}

/** Kinds of secrets by node, for the nodes that do not run without one. */
export async function keysByNode(flow: FlowData, findTemplate: FindTemplate): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const node of flow.nodes) {
    const kinds = await keysIn(node, findTemplate);
    if (kinds.length > 0) found.set(node.id, kinds.flat());
  }
  return found;
}

/** The kinds of credentials without which a flow does not run, once each. */
export async function keysOf(flow: FlowData, findTemplate: FindTemplate): Promise<string[]> {
  const kinds = await Promise.all(flow.nodes.map((node) => keysIn(node, findTemplate)));
  return [...new Set(kinds.flat().flatMap(([first]) => first ?? []))];
}

/** Whether the flow answers with the demo model. */
export const usesDemo = (flow: FlowData) => flow.nodes.some((node) => namesIn(node).includes('demoModel'));
