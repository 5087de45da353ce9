import type { FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { CanvasEdge } from '../document/canvas-doc.ts';
import { fitsAtEnd, fitsOnEdge } from '../document/fitting-ports.ts';
import type { AddBoxRequest } from '../view/add-box-store.ts';
import { paletteGroups } from '../view/palette-groups.ts';

/** The nodes an add box lists. */
interface Candidates {
  /** Compatible nodes, recently used first, then in palette order. */
  fitting: NodeTemplate[];
  /** How many of them were recently used. */
  recentCount: number;
  /** How many nodes this canvas offers at all. */
  total: number;
}

function fits(template: NodeTemplate, request: AddBoxRequest, edge: CanvasEdge | undefined): boolean {
  if (edge) return fitsOnEdge(template, edge);
  return request.from ? fitsAtEnd(template, request.from) : true;
}

/** What can be added for a request: everything on an empty canvas, otherwise what fits the edge. */
export function addCandidates(
  {
    templates,
    kind,
    edges,
  }: { templates: Iterable<NodeTemplate>; kind: FlowType; edges: readonly CanvasEdge[] },
  request: AddBoxRequest,
  recent: readonly string[],
): Candidates {
  const offered = paletteGroups(templates, kind).flatMap((group) => group.templates);
  const edge = edges.find((candidate) => candidate.id === request.edgeId);
  const fitting = offered.filter((template) => fits(template, request, edge));
  const place = (template: NodeTemplate) => {
    const at = recent.indexOf(template.name);
    return at === -1 ? recent.length : at;
  };
  const sorted = fitting.toSorted((one, other) => place(one) - place(other));
  const recentCount = fitting.filter((template) => recent.includes(template.name)).length;
  return { fitting: sorted, recentCount, total: offered.length };
}
