import { useQueryClient } from '@tanstack/react-query';
import { upsertVectorsInternally } from '@tendril/contract/api/upserts';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { loadedStores } from '../../features/canvas/document/loaded-stores.ts';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { call } from '../../kit/api/call.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useFlowFileStore } from './editing-session.ts';
import type { FlowActions } from './use-flow-actions.ts';

/** Ids and labels in turn: a list of plain texts is compared without drawing again at every move of a node. */
const storeTexts = (doc: Parameters<typeof loadedStores>[0]) =>
  loadedStores(doc).flatMap(({ id, label }) => [id, label]);

/** Filling the vector stores of the flow as it stands on the canvas. */
export function useUpsert({ saveNow }: Pick<FlowActions, 'saveNow'>) {
  const t = useTexts(canvasFrameTexts);
  const file = useFlowFileStore();
  const client = useQueryClient();
  const [filling, setFilling] = useState<string | null>(null);
  const texts = useCanvas(useShallow(storeTexts));
  const stores = texts.flatMap((id, at) => (at % 2 === 0 ? [{ id, label: texts[at + 1] ?? '' }] : []));

  const fill = async (stopNodeId: string, label: string) => {
    if (filling !== null) return;
    setFilling(label);
    try {
      if (!(await saveNow())) return;
      const { id } = file.getState();
      if (id === null) return;
      const { numAdded, numUpdated, numSkipped, numDeleted } = await call(upsertVectorsInternally, {
        params: { id },
        body: { stopNodeId },
      });
      const counts = { added: numAdded, updated: numUpdated, skipped: numSkipped, deleted: numDeleted };
      notify(t('upserted', { store: label, ...counts }), 'success');
      void client.invalidateQueries({ queryKey: ['upsert-history'] });
    } catch (thrown) {
      notifyError(thrown);
    } finally {
      setFilling(null);
    }
  };
  return { stores, filling, fill: (id: string, label: string) => void fill(id, label) };
}
