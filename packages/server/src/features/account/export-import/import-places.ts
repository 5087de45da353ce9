import { randomUUID } from 'node:crypto';
import type { Bundle } from './bundle.ts';

/** Where an entry goes. */
export interface Place {
  id: string;
  /** Its own id is taken in this workspace, or occurred earlier in the file. */
  isCopy: boolean;
  isPresent: boolean;
  outcome: 'new' | 'replaced' | 'kept';
}

/**
 * Gives each entry of a kind its id; `present` is the record that it would be by name. A new id is noted in `ids`, for
 * the references to it.
 */
export function createPlacer(
  taken: { own: ReadonlySet<string>; foreign: ReadonlySet<string> },
  ids: Map<string, string>,
  onClash: Bundle['onClash'],
) {
  const used = new Set<string>();
  return (wanted: string | undefined, present?: string): Place => {
    const isRepeated = wanted !== undefined && used.has(wanted);
    if (wanted !== undefined) used.add(wanted);
    const found = wanted !== undefined && taken.own.has(wanted) ? wanted : present;
    const isPresent = found !== undefined;
    if (found !== undefined && !isRepeated && onClash !== 'both' && !used.has(`/${found}`)) {
      used.add(`/${found}`);
      return { id: found, isCopy: false, isPresent, outcome: onClash === 'replace' ? 'replaced' : 'kept' };
    }
    if (wanted === undefined)
      return { id: randomUUID(), isCopy: present !== undefined, isPresent, outcome: 'new' };
    const isCopy = isRepeated || taken.own.has(wanted);
    if (!isCopy && !taken.foreign.has(wanted)) return { id: wanted, isCopy, isPresent, outcome: 'new' };
    const id = randomUUID();
    // References mean the first of several.
    if (!isRepeated) ids.set(wanted, id);
    return { id, isCopy, isPresent, outcome: 'new' };
  };
}
