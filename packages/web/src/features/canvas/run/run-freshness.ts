import type { FlowNodeData, PinnedOutput } from '@tendril/contract/flow/flow';
import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';

interface RanNode {
  data: FlowNodeData;
  isDisabled: boolean;
  pinned: PinnedOutput | undefined;
  /** The edges that fed it. */
  wires: string;
}

/** The nodes as of the start of a run. */
export type RanWith = ReadonlyMap<string, RanNode>;

interface Drawing {
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
}

const wireIndexes = new WeakMap<readonly CanvasEdge[], ReadonlyMap<string, string>>();

function wiresInto(edges: readonly CanvasEdge[]): ReadonlyMap<string, string> {
  let index = wireIndexes.get(edges);
  if (!index) {
    const byTarget = Map.groupBy(edges, (edge) => edge.target);
    index = new Map(
      [...byTarget].map(([id, into]) => [
        id,
        into
          .map((edge) => `${edge.sourceHandle}>${edge.targetHandle}`)
          .sort()
          .join('\n'),
      ]),
    );
    wireIndexes.set(edges, index);
  }
  return index;
}

/** Remembers the drawing as a run takes it. */
export function drawingOf({ nodes, edges }: Drawing): RanWith {
  const wires = wiresInto(edges);
  return new Map(
    nodes.map(({ id, data, isDisabled = false, pinned }) => [
      id,
      { data, isDisabled, pinned, wires: wires.get(id) ?? '' },
    ]),
  );
}

const none: ReadonlySet<string> = new Set();

function editedSince({ nodes, edges }: Drawing, ranWith: RanWith): string[] {
  const wires = wiresInto(edges);
  return nodes
    .filter(({ id, data, isDisabled = false, pinned }) => {
      const before = ranWith.get(id);
      if (!before) return false;
      const isSame = before.data === data && before.isDisabled === isDisabled && before.pinned === pinned;
      return !isSame || before.wires !== (wires.get(id) ?? '');
    })
    .map(({ id }) => id);
}

function withDownstream(ids: readonly string[], edges: readonly CanvasEdge[]): ReadonlySet<string> {
  const targets = Map.groupBy(edges, (edge) => edge.source);
  const found = new Set(ids);
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { target } of targets.get(id) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}

let last: { drawing: Drawing; ranWith: RanWith; stale: ReadonlySet<string> } | undefined;

/** Nodes whose last run is out of date: edited or reconnected since, and everything downstream. */
export function staleNodes({ nodes, edges }: Drawing, ranWith: RanWith | null): ReadonlySet<string> {
  if (ranWith === null) return none;
  if (last && last.ranWith === ranWith && last.drawing.nodes === nodes && last.drawing.edges === edges) {
    return last.stale;
  }
  const edited = editedSince({ nodes, edges }, ranWith);
  const stale = edited.length === 0 ? none : withDownstream(edited, edges);
  last = { drawing: { nodes, edges }, ranWith, stale };
  return stale;
}
