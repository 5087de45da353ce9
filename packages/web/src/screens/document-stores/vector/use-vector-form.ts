import { insertVectors, saveVectorConfig } from '@tendril/contract/api/document-store-vectors';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { useRef, useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { isEnded, upsertsOf } from '../store-jobs.ts';
import { useStoreChange } from '../stores.queries.ts';
import { useLeavePrompt } from '../use-leave-prompt.ts';
import { type PickedNode, type PickPlace, storedPicks, toVectorBody } from './vector-draft.ts';

/** The selected components of a store, and the actions to save them and to embed. */
export function useVectorForm(store: DocumentStore, docId: string | undefined) {
  const t = useTexts(knowledgeWorkTexts);
  const stored = storedPicks(store);
  const [picks, setPicks] = useState(stored);
  const isDirty = useRef(false);
  useLeavePrompt(isDirty);
  const keep = () => {
    isDirty.current = false;
  };

  const save = useStoreChange((_: undefined) =>
    call(saveVectorConfig, { body: toVectorBody(store.id, picks) }),
  );
  const start = useStoreChange((_: undefined) =>
    call(insertVectors, {
      query: { wait: 'false' },
      body: { ...toVectorBody(store.id, picks), ...(docId !== undefined && { docId }) },
    }),
  );
  const meant = store.loaders.filter(({ id }) => docId === undefined || id === docId);
  return {
    picks,
    pick: (place: PickPlace, picked: PickedNode) => {
      isDirty.current = true;
      setPicks((before) => ({ ...before, [place]: picked }));
    },
    isOtherEmbedding: JSON.stringify(picks.embedding) !== JSON.stringify(stored.embedding),
    chunks: meant.reduce((sum, { totalChunks }) => sum + totalChunks, 0),
    running: upsertsOf(store, docId).find((job) => !isEnded(job)),
    isSaving: save.isPending,
    isStarting: start.isPending,
    error: start.error ?? save.error,
    save: () =>
      save.mutate(undefined, {
        onSuccess: () => {
          keep();
          notify(t('configSaved'), 'success');
        },
        onError: notifyError,
      }),
    upsert: () => start.mutate(undefined, { onSuccess: keep, onError: notifyError }),
  };
}
