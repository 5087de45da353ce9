/** Whose value stands where two people changed the same thing. */
export type Side = 'mine' | 'theirs';

/**
 * One thing that two people changed differently. `facet`: a part of a node; `deleted`: one changed the node that the
 * other deleted; `place`: each connected another node to a place for one; `group`: the name of a group.
 */
export interface MergeClash {
  /** The same for the same three flows, so that choices can be kept beside it. */
  id: string;
  kind: 'facet' | 'deleted' | 'place' | 'group';
  /** The node, or the group. */
  subjectId: string;
  /** What the subject is called. */
  label: string;
  /** The part of the node, as in `node-facets.ts`; the name of the input for a place. */
  facet: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Taken as long as nobody chose: what was edited rather than what was deleted, else mine. */
  preset: Side;
}

export type Choices = Readonly<Record<string, Side>>;

/** The side that stands for a clash. */
export function sideOf(clash: MergeClash, choices: Choices): Side {
  return choices[clash.id] ?? clash.preset;
}
