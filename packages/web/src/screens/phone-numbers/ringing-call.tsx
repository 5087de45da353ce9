import { useMutation, useQuery } from '@tanstack/react-query';
import { type Call, readCall, stopCall } from '@tendril/contract/api/calls';
import { Link } from 'react-router';
import { call } from '../../kit/api/call.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { phoneCallTexts } from '../../kit/texts/en/phone-call.ts';
import { voiceCallTexts } from '../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';

const lookMs = 1000;

const isOver = ({ status }: Call) => status !== 'registered' && status !== 'ongoing';

/** Where a call that was placed stands, until it is over. */
export function RingingCall({ callId }: { callId: string }) {
  const t = useTexts(phoneCallTexts);
  const words = useTexts(voiceCallTexts);
  const { data, refetch } = useQuery({
    queryKey: ['calls', 'placed', callId],
    queryFn: ({ signal }) => call(readCall, { params: { id: callId }, signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.data) ? false : lookMs),
  });
  const stop = useMutation({
    mutationFn: () => call(stopCall, { params: { id: callId } }),
    onSuccess: () => void refetch(),
    onError: notifyError,
  });
  const placed = data?.data;
  if (!placed) return null;
  const { disconnectionReason: reason, line } = placed;
  const now = isOver(placed)
    ? reason
      ? words(`reason_${reason}`)
      : t('over')
    : line
      ? words(`line_${line.state}`)
      : t('inProgress');
  return (
    <div>
      <p role="status">{now}</p>
      {!isOver(placed) && (
        <Button size="small" isBusy={stop.isPending} onClick={() => stop.mutate()}>
          {t('stop')}
        </Button>
      )}
      <Link to={`/calls/${callId}`}>{t('open')}</Link>
    </div>
  );
}
