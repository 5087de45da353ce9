import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallReplay, deleteCallReplays, readCallReplays } from '@tendril/contract/api/call-replays';
import { CircleCheck, CircleX, PencilLine, Radio, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call as ask } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import stacking from '../../kit/lists/stacking-table.module.css';
import { notify } from '../../kit/state/notifier-store.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Crumb } from '../../kit/ui/crumb.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import styles from './replay-screen.module.css';
import { ReplayTurns } from './replay-turns.tsx';
import { versionText } from './replay-words.ts';

const liveMs = 1500;
const verdicts = ['same', 'reworded', 'changed', 'error'] as const;
const looks = {
  running: { tone: 'info', Icon: Radio },
  same: { tone: 'success', Icon: CircleCheck },
  reworded: { tone: 'quiet', Icon: PencilLine },
  changed: { tone: 'warning', Icon: TriangleAlert },
  error: { tone: 'error', Icon: CircleX },
} as const;

/** A batch of replays: how many came out the same, and each of them turn by turn beside its recorded call. */
export function ReplayScreen() {
  const t = useTexts(callsTexts);
  const { id = '' } = useParams();
  const [chosenId, setChosenId] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['call-replays', id],
    queryFn: async ({ signal }) => (await ask(readCallReplays, { params: { id }, signal })).data,
    refetchInterval: ({ state }) => ((state.data?.counts.running ?? 0) > 0 ? liveMs : false),
  });
  if (error && !data)
    return <ErrorState title={t('replayFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList shape="rows" />;
  const { counts, replays } = data;
  const chosen = replays.find((replay) => replay.id === chosenId) ?? replays[0];
  return (
    <>
      <Crumb label={t('back')} to="/calls" name={t('title')} />
      <PageHead
        title={t('replayTitle')}
        guide="replay"
        help={t('replayOf', { count: counts.all, version: versionText(data) })}
        actions={<DeleteButton id={id} />}
      />
      <ul className={styles['rates']}>
        {verdicts.map((verdict) => (
          <li key={verdict} data-verdict={verdict}>
            <b>{t('percent', { percent: Math.round((counts[verdict] / counts.all) * 100) })}</b>
            <span>{t(`rate_${verdict}`)}</span>
            <small>{t('ofCalls', { count: counts[verdict], all: counts.all })}</small>
          </li>
        ))}
      </ul>
      {counts.running > 0 && (
        <p role="status" className={styles['running']}>
          {t('stillRunning', { count: counts.running })}
        </p>
      )}
      {replays.length > 1 && <ReplayTable replays={replays} chosen={chosen} onChoose={setChosenId} />}
      {chosen && <ReplayTurns key={`${chosen.id}-${chosen.status}`} batchId={id} replay={chosen} />}
    </>
  );
}

function DeleteButton({ id }: { id: string }) {
  const t = useTexts(callsTexts);
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => ask(deleteCallReplays, { params: { id } }),
    onSuccess: async () => {
      await navigate('/calls');
      await client.invalidateQueries({ queryKey: ['call-replays'] });
    },
    onError: (error) => notify(t('replayDeleteFailed', { reason: toMessage(error) }), 'error'),
  });
  return (
    <PermittedButton
      needs="calls:delete"
      icon={<Trash2 size={20} />}
      isBusy={remove.isPending}
      onClick={() => remove.mutate()}
    >
      {t('replayDelete')}
    </PermittedButton>
  );
}

interface ReplayTableProps {
  replays: readonly CallReplay[];
  chosen: CallReplay | undefined;
  onChoose: (id: string) => void;
}

function ReplayTable({ replays, chosen, onChoose }: ReplayTableProps) {
  const t = useTexts(callsTexts);
  return (
    <div className={`${styles['scroll']} ${stacking['room']}`}>
      <table className={`${styles['table']} ${stacking['stacks']}`} aria-label={t('replayedCalls')}>
        <thead>
          <tr>
            <th>{t('callColumn')}</th>
            <th>{t('state')}</th>
            <th>{t('changedColumn')}</th>
            <th>{t('speedColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {replays.map((replay) => (
            <tr key={replay.id} aria-current={replay === chosen || undefined}>
              <td>
                <button type="button" aria-pressed={replay === chosen} onClick={() => onChoose(replay.id)}>
                  {[replay.agentName, replay.caller].filter(Boolean).join(' · ')}
                </button>
              </td>
              <td data-label={t('state')}>
                <StatusChip {...looks[replay.status]} label={t(`status_${replay.status}`)} />
              </td>
              <td data-label={t('changedColumn')}>
                {t('changedOf', { changed: replay.changedTurns, all: replay.turns })}
              </td>
              <td data-label={t('speedColumn')}>
                {replay.latency?.before && replay.latency.after
                  ? t('beforeAfter', { before: replay.latency.before.p50, after: replay.latency.after.p50 })
                  : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
