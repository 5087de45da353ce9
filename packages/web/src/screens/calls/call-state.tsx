import type { Call } from '@tendril/contract/api/calls';
import { CircleCheck, CircleX, Clock, PhoneMissed, Radio } from 'lucide-react';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';

const looks = {
  registered: { tone: 'quiet', Icon: Clock },
  not_connected: { tone: 'quiet', Icon: PhoneMissed },
  ongoing: { tone: 'info', Icon: Radio },
  ended: { tone: 'success', Icon: CircleCheck },
  error: { tone: 'error', Icon: CircleX },
} as const;

/** How a call stands, or how it went once that is known. */
export function CallState({ call }: { call: Call }) {
  const t = useTexts(callsTexts);
  const { status, analysis } = call;
  if (status === 'ended' && analysis)
    return analysis.callSuccessful ? (
      <StatusChip tone="success" Icon={CircleCheck} label={t('resultSuccess')} />
    ) : (
      <StatusChip tone="warning" Icon={CircleX} label={t('resultFailure')} />
    );
  return <StatusChip {...looks[status]} label={t(`state_${status}`)} />;
}
