import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowNode } from '@tendril/contract/flow/flow';
import { type Choices, type MergeClash, sideOf } from './merge-clash.ts';
import { type Facets, inputOf, readFacets, writeFacets } from './node-facets.ts';
import { sameValue } from './same-value.ts';

type Verdict = { value: unknown } | 'clash';

/** The mask says that a value is stored, not which: against a value that was there it is no change. */
const isMasked = (value: unknown, before: unknown) =>
  value === storedValueMask && typeof before === 'string' && before !== '';

/** What three values make of one. */
export function threeWay(base: unknown, mine: unknown, theirs: unknown): Verdict {
  if (sameValue(mine, theirs) || sameValue(base, theirs) || isMasked(theirs, base)) return { value: mine };
  if (sameValue(base, mine) || isMasked(mine, base)) return { value: theirs };
  return 'clash';
}

/** Names of the inputs that edges write. */
export function anchorFacets(...nodes: readonly (FlowNode | undefined)[]): Set<string> {
  const anchors = nodes.flatMap((node) => node?.data.inputAnchors ?? []);
  return new Set(anchors.map((anchor) => `input:${anchor.name}`));
}

interface NodeVersions {
  base: FlowNode;
  mine: FlowNode;
  theirs: FlowNode;
}

interface Found {
  value: Map<string, unknown>;
  clashes: MergeClash[];
}

function weigh(versions: NodeVersions, choices: Choices): Found {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(readFacets) as [
    Facets,
    Facets,
    Facets,
  ];
  const anchors = anchorFacets(versions.mine, versions.theirs);
  const found: Found = { value: new Map(), clashes: [] };
  for (const facet of new Set([...mine.keys(), ...theirs.keys()])) {
    const [before, my, their] = [base.get(facet), mine.get(facet), theirs.get(facet)];
    const verdict = threeWay(before, my, their);
    if (verdict !== 'clash') found.value.set(facet, verdict.value);
    // Node positions are not considered edits; what edges write follows from the merged edges.
    else if (facet === 'position' || anchors.has(facet)) found.value.set(facet, my);
    else {
      const clash: MergeClash = {
        id: `${versions.mine.id}:${facet}`,
        kind: 'facet',
        subjectId: versions.mine.id,
        label: versions.mine.data.label,
        facet,
        base: before,
        mine: my,
        theirs: their,
        preset: 'mine',
      };
      found.clashes.push(clash);
      found.value.set(facet, sideOf(clash, choices) === 'mine' ? my : their);
    }
  }
  return found;
}

/** Merges one node part by part. Ports that follow from a clashing parameter go with the choice made for that one. */
export function mergeFacets(
  versions: NodeVersions,
  choices: Choices,
): { node: FlowNode; clashes: MergeClash[] } {
  const { value, clashes } = weigh(versions, choices);
  const leader = clashes.find((clash) => inputOf(clash.facet) !== undefined);
  const shown = leader ? clashes.filter((clash) => clash.facet !== 'shape') : clashes;
  if (leader && shown.length < clashes.length) {
    const side = versions[sideOf(leader, choices)];
    value.set('shape', readFacets(side).get('shape'));
  }
  return { node: written(versions, value), clashes: shown };
}

/** The merged node; one that is as a side has it is that side's, so that nothing of it counts as changed. */
function written(versions: NodeVersions, value: Facets): FlowNode {
  const { mine, theirs } = versions;
  for (const side of [mine, theirs]) {
    const own = readFacets(side);
    const names = new Set([...own.keys(), ...value.keys()]);
    if ([...names].every((name) => sameValue(own.get(name), value.get(name)))) return side;
  }
  return { ...writeFacets(mine.id, value), ...sizeOf(versions) };
}

/** The size that files hold of a node, which is no change of anybody's and yet stays. */
function sizeOf({ base, mine, theirs }: NodeVersions): Record<string, unknown> {
  const sizes = (['width', 'height'] as const).map((key) => {
    const verdict = threeWay(base[key], mine[key], theirs[key]);
    return [key, verdict === 'clash' ? mine[key] : verdict.value] as const;
  });
  return Object.fromEntries(sizes.filter(([, size]) => size !== undefined));
}

/** Whether a node was worked on: moving it, or losing an edge, is no work that a deletion would undo. */
export function isWorkedOn(base: FlowNode, now: FlowNode): boolean {
  const [before, after] = [readFacets(base), readFacets(now)];
  const anchors = anchorFacets(base, now);
  return [...new Set([...before.keys(), ...after.keys()])].some(
    (facet) => facet !== 'position' && !anchors.has(facet) && !sameValue(before.get(facet), after.get(facet)),
  );
}
