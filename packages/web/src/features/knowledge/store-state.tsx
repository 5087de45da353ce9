import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { CircleCheck, CircleDashed, LoaderCircle, RotateCw } from 'lucide-react';
import { voiceFunctionTexts } from '../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';

const looks = {
  EMPTY: { tone: 'warning', Icon: CircleDashed },
  NEW: { tone: 'warning', Icon: CircleDashed },
  SYNC: { tone: 'warning', Icon: RotateCw },
  SYNCING: { tone: 'info', Icon: LoaderCircle },
  STALE: { tone: 'warning', Icon: RotateCw },
  UPSERTING: { tone: 'info', Icon: LoaderCircle },
  UPSERTED: { tone: 'success', Icon: CircleCheck },
} as const;

/** Whether a call finds something in a store. */
export function StoreState({ store }: { store: DocumentStoreSummary }) {
  const t = useTexts(voiceFunctionTexts);
  return (
    <StatusChip
      {...looks[store.status]}
      label={t(`store_${store.status}`)}
      {...(store.status !== 'EMPTY' && { remark: t('chunkCount', { count: store.totalChunks }) })}
    />
  );
}
