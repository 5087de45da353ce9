import type { ImportReport } from '@tendril/contract/api/import-files';
import type { ImportFinding, ImportNote } from '@tendril/contract/api/import-finding';

/**
 * A kept report with what still holds: a finding that asks for something is open as long as the flow as it is now asks
 * for the same.
 */
export function reviewReport(
  kept: readonly ImportFinding[],
  now: readonly ImportFinding[],
): ImportReport['findings'] {
  const present = new Map(now.map((finding) => [finding.nodeId, new Set(finding.notes.map(keyOf))]));
  return kept.map((finding) => {
    const asked = finding.notes.filter(
      ({ state, need }) => state !== 'adapted' && need !== 'sharing' && need !== 'review',
    );
    const isOpen = asked.some((note) => present.get(finding.nodeId)?.has(keyOf(note)) ?? false);
    return { ...finding, isOpen };
  });
}

function keyOf({ state, need, input, message }: ImportNote): string {
  return state === 'cannotRun' ? message : `${need} ${input ?? ''}`;
}
