import type { CallEntry, CallView } from '../../features/voice/call-view.ts';

/** When a line was spoken, rather than when its words were known. */
export function startOf(entry: CallEntry, { spans }: Pick<CallView, 'spans'>): number {
  if (entry.kind === 'caller' || entry.kind === 'target') return entry.spoken?.fromMs ?? entry.offsetMs;
  if (entry.kind !== 'agent') return entry.offsetMs;
  const span = spans.find(({ lane, turn }) => lane === 'agent' && turn === entry.turn);
  return span?.startMs ?? entry.offsetMs;
}

/** The line of a moment: the last one that had begun by then. */
export function entryAt(view: Pick<CallView, 'entries' | 'spans'>, nowMs: number): CallEntry | undefined {
  let found: CallEntry | undefined;
  let foundAt = -1;
  for (const entry of view.entries) {
    const at = startOf(entry, view);
    // A sign of listening is no line: the caller's goes on.
    const isBeside = entry.kind === 'note' && entry.event.type === 'backchannel';
    if (isBeside || at > nowMs || at < foundAt) continue;
    found = entry;
    foundAt = at;
  }
  return found;
}
