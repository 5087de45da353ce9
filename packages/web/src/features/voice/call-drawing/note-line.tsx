import type { CallEntry } from '../call-view.ts';
import { clockText } from './clock-text.ts';
import { noteText } from './note-text.ts';

/** An event outside the dialog. */
export function NoteLine({ entry }: { entry: Extract<CallEntry, { kind: 'note' }> }) {
  return (
    <>
      <time>{clockText(entry.offsetMs)}</time>
      <p data-failed={entry.event.type === 'call-error' || undefined}>{noteText(entry.event, entry.times)}</p>
    </>
  );
}
