import type { BatchCall } from '@tendril/contract/api/batch-calls';
import { CirclePause, CirclePlay, CircleStop, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { momentText } from '../../kit/lib/moment-text.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Crumb } from '../../kit/ui/crumb.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { useDeleteBatch, usePauseBatch, useResumeBatch } from './batch-calls.queries.ts';
import { BatchState } from './batch-state.tsx';
import { StopDialog } from './stop-dialog.tsx';

/** What a batch call is, and what can be done with it now. */
export function BatchHead({ batch }: { batch: BatchCall }) {
  const t = useTexts(batchCallsTexts);
  const navigate = useNavigate();
  const [isStopping, setStopping] = useState(false);
  const { id, name, state, fromNumber, scheduledAt } = batch;
  const [pause, resume, remove] = [usePauseBatch(id), useResumeBatch(id), useDeleteBatch(id)];
  const onError = (error: unknown) => notify(t('changeFailed', { reason: toMessage(error) }), 'error');
  const isOver = state === 'done' || state === 'stopped';
  const ask = async () => {
    const question = { title: t('remove'), description: t('removeText'), confirmText: t('remove') };
    if (!(await confirm({ ...question, isDanger: true }))) return;
    remove.mutate(undefined, { onSuccess: () => void navigate('/calls/batches'), onError });
  };
  return (
    <>
      <Crumb label={t('back')} to="/calls/batches" name={t('title')} />
      <PageHead
        title={name}
        guide="batches"
        help={`${fromNumber} · ${momentText(scheduledAt)}`}
        beside={<BatchState state={state} />}
        actions={
          <>
            {(state === 'running' || state === 'scheduled') && (
              <PermittedButton
                needs="calls:dial"
                icon={<CirclePause size={20} />}
                isBusy={pause.isPending}
                onClick={() => pause.mutate(undefined, { onError })}
              >
                {t('pause')}
              </PermittedButton>
            )}
            {state === 'paused' && (
              <PermittedButton
                needs="calls:dial"
                look="primary"
                icon={<CirclePlay size={20} />}
                isBusy={resume.isPending}
                onClick={() => resume.mutate(undefined, { onError })}
              >
                {t('resume')}
              </PermittedButton>
            )}
            {isOver ? (
              <PermittedButton needs="calls:delete" icon={<Trash2 size={20} />} onClick={() => void ask()}>
                {t('remove')}
              </PermittedButton>
            ) : (
              <PermittedButton
                needs="calls:dial"
                icon={<CircleStop size={20} />}
                onClick={() => setStopping(true)}
              >
                {t('stop')}
              </PermittedButton>
            )}
          </>
        }
      />
      {isStopping && <StopDialog id={id} onClose={() => setStopping(false)} />}
    </>
  );
}
