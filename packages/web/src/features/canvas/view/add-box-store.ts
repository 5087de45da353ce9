import { create } from 'zustand';
import type { Point } from '../commands/canvas-commands.ts';
import type { OpenEnd } from '../document/fitting-ports.ts';

/** Where to add a node, and what it must fit. */
export interface AddBoxRequest {
  /** In flow units: where the pointer is, or where the edge that was let go ends. */
  at: Point;
  /** The handle of the edge that was let go. */
  from?: OpenEnd;
  /** The edge the node is to be put into. */
  edgeId?: string;
}

/** The open add box; null while there is none. */
export const useAddBox = create<{ request: AddBoxRequest | null }>(() => ({ request: null }));

/** Opens the list of nodes to add at a position on the canvas. */
export function openAddBox(request: AddBoxRequest): void {
  useAddBox.setState({ request });
}

export function closeAddBox(): void {
  useAddBox.setState({ request: null });
}
