import type { AutosaveEvents } from '../../features/draft/draft-autosave.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { enqueueSnackbar, notify } from '../../kit/state/notifier-store.ts';
import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { say } from '../../kit/texts/texts.ts';

const lasting = { variant: 'error', persist: true } as const;

/** Notifications about saving edits; a conflict is shown on the canvas. */
export const autosaveEvents: AutosaveEvents = {
  merged: ({ kind, author }) => {
    if (kind !== 'merged') return;
    notify(author ? say(draftsTexts, 'mergedWith', { author }) : say(draftsTexts, 'mergedUnknown'), 'info');
  },
  refused: (thrown) =>
    void enqueueSnackbar(say(draftsTexts, 'refused', { reason: toMessage(thrown) }), {
      ...lasting,
      key: 'draft-refused',
    }),
  notKept: (reason) =>
    void enqueueSnackbar(say(draftsTexts, 'notKept', { reason }), { ...lasting, key: 'draft-not-kept' }),
};
