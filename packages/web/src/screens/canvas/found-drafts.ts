import { queryOptions } from '@tanstack/react-query';
import type { FlowType } from '@tendril/contract/flow/flow';
import { type DraftRecord, findDrafts, type KeptDraft } from '../../features/draft/draft-journal.ts';
import { isEditorOpen } from '../../features/draft/editor-lock.ts';

/** Unresponsive local storage must not prevent the flow from opening. */
const patienceMs = 1500;

const wait = (ms: number) => new Promise<KeptDraft[]>((resolve) => setTimeout(() => resolve([]), ms));

async function findLost(user: string, isWanted: (record: DraftRecord) => boolean): Promise<KeptDraft[]> {
  const drafts = await findDrafts(user, isWanted);
  const open = await Promise.all(drafts.map((draft) => isEditorOpen(draft.editorId)));
  return drafts.filter((_draft, index) => !open[index]);
}

/** Edits of this person that no open tab looks after: of one flow, or of flows of a kind that were never saved. */
export const foundDraftsQuery = (user: string | null, kind: FlowType, id: string | undefined) =>
  queryOptions({
    queryKey: ['found-drafts', user, kind, id ?? 'new'],
    queryFn: () => {
      if (user === null) return [];
      const isWanted = (record: DraftRecord) =>
        id === undefined ? record.isNew && record.kind === kind : record.flowId === id;
      // Without a journal there is nothing to restore, and the canvas still works.
      return Promise.race([findLost(user, isWanted).catch(() => []), wait(patienceMs)]);
    },
    // This reads the device, not the network.
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
