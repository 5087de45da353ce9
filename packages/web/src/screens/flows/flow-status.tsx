import type { FlowSummary } from '@tendril/contract/api/flows';
import { CircleDashed } from 'lucide-react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';

/** The publishing state of a flow: sign, word, and which version callers get. */
export function FlowStatus({ flow }: { flow: Pick<FlowSummary, 'status' | 'liveVersion'> }) {
  const t = useTexts(flowsTexts);
  const version = flow.liveVersion ?? 0;
  if (flow.status === 'live')
    return <StatusChip tone="success" Icon={LiveSign} label={t('liveVersion', { version })} />;
  if (flow.status === 'never') return <StatusChip tone="quiet" Icon={CircleDashed} label={t('never')} />;
  const remark = flow.liveVersion === null ? undefined : t('onVersion', { version });
  return <StatusChip tone="warning" Icon={DraftSign} label={t('draft')} remark={remark} />;
}

function LiveSign({ size }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx={7} cy={7} r={6.5} fill="currentColor" />
      <path
        d="M4.2 7.2 6.2 9.2 9.9 5.2"
        fill="none"
        stroke="var(--paper)"
        strokeWidth={1.6}
        strokeLinecap="round"
      />
    </svg>
  );
}

function DraftSign({ size }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx={7} cy={7} r={5.7} fill="none" stroke="currentColor" strokeWidth={1.5} />
      <path d="M7 1.3a5.7 5.7 0 0 1 0 11.4z" fill="currentColor" />
    </svg>
  );
}
