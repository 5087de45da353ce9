import type { DocumentStoreStatus, StoreLoaderSummary } from '@tendril/contract/api/document-stores';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleStop,
  Clock3,
  LoaderCircle,
  RotateCw,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip, type StatusTone } from '../../kit/ui/status-chip.tsx';
import type { LoaderTrouble } from './store-jobs.ts';

interface Look {
  tone: StatusTone;
  Icon: ComponentType<{ size?: number; strokeWidth?: number }>;
}

const looks: Record<DocumentStoreStatus, Look> = {
  EMPTY: { tone: 'quiet', Icon: CircleDashed },
  NEW: { tone: 'quiet', Icon: CircleDashed },
  SYNC: { tone: 'info', Icon: CircleCheck },
  SYNCING: { tone: 'info', Icon: LoaderCircle },
  STALE: { tone: 'warning', Icon: RotateCw },
  UPSERTING: { tone: 'info', Icon: LoaderCircle },
  UPSERTED: { tone: 'success', Icon: CircleCheck },
};

/** How far a store is; failures of its sources come first. */
export function StoreStatus({ status, failed = 0 }: { status: DocumentStoreStatus; failed?: number }) {
  const t = useTexts(knowledgeTexts);
  if (failed > 0)
    return <StatusChip tone="error" Icon={CircleAlert} label={t('failedCount', { count: failed })} />;
  return <StatusChip {...looks[status]} label={t(`status${status}`)} />;
}

/** How far one source is: cut into chunks, then embedded. */
export function LoaderStatus({
  loader,
  trouble,
}: {
  loader: Pick<StoreLoaderSummary, 'status' | 'vectorStatus' | 'job'>;
  trouble: LoaderTrouble | undefined;
}) {
  const t = useTexts(knowledgeTexts);
  const { status, vectorStatus, job } = loader;
  if (trouble && !trouble.isStopped)
    return <StatusChip tone="error" Icon={CircleAlert} label={t('statusFailed')} />;
  if (trouble) return <StatusChip tone="warning" Icon={CircleStop} label={t('statusStopped')} />;
  if (job?.state === 'waiting') return <StatusChip tone="quiet" Icon={Clock3} label={t('waitingInLine')} />;
  if (status !== 'SYNC') return <StatusChip {...looks[status]} label={t(`status${status}`)} />;
  if (vectorStatus === 'NONE') return <StatusChip {...looks.SYNC} label={t('statusSYNC')} />;
  const remark = vectorStatus === 'STALE' ? t('staleVectors') : undefined;
  return <StatusChip {...looks[vectorStatus]} label={t(`status${vectorStatus}`)} remark={remark} />;
}
