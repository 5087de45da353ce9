import type { FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { CanvasEdge } from '../document/canvas-doc.ts';
import { fitsOnEdge } from '../document/fitting-ports.ts';
import { isOffered } from '../view/palette-groups.ts';

interface Offer {
  templates: ReadonlyMap<string, NodeTemplate>;
  kind: FlowType;
}

/** Whether any node of this canvas fits into the middle of an edge. */
export function canInsert({ templates, kind }: Offer, edge: CanvasEdge | undefined): boolean {
  if (!edge) return false;
  for (const template of templates.values()) {
    if (isOffered(template, kind) && fitsOnEdge(template, edge)) return true;
  }
  return false;
}
