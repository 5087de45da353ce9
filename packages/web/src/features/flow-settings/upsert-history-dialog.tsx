import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteUpsertHistory, listUpsertHistory, type UpsertRecord } from '@tendril/contract/api/upserts';
import { DatabaseZap, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { messagesTexts, upsertTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { DateField } from './date-field.tsx';
import { dayBounds, isWrongOrder } from './day-bounds.ts';
import styles from './records.module.css';
import { UpsertTable } from './upsert-table.tsx';

function historyQuery(flowId: string, from: string, to: string) {
  return queryOptions({
    queryKey: ['upsert-history', flowId, from, to],
    queryFn: ({ signal }) =>
      call(listUpsertHistory, {
        params: { id: flowId },
        query: { order: 'DESC', ...dayBounds(from, to) },
        signal,
      }),
    enabled: !isWrongOrder(from, to),
    staleTime: 0,
  });
}

/** What was written into the vector stores of a flow, and when. */
export function UpsertHistoryDialog({ flowId, onClose }: { flowId: string; onClose: () => void }) {
  const t = useTexts(upsertTexts);
  const words = useTexts(messagesTexts);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = useQuery(historyQuery(flowId, from, to));
  const isWrong = isWrongOrder(from, to);
  const shown: readonly UpsertRecord[] = isWrong ? [] : (data ?? []);
  const chosen = shown.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const remove = useRemove(flowId);
  return (
    <Dialog isOpen title={t('title')} width={960} onClose={onClose}>
      <div className={styles['body']}>
        <div className={styles['tools']}>
          <DateField label={t('from')} value={from} onChange={setFrom} isWrong={isWrong} />
          <DateField label={t('to')} value={to} onChange={setTo} isWrong={isWrong} />
          <div className={styles['end']}>
            {chosen.length > 0 && (
              <Button
                icon={<Trash2 size={16} />}
                onClick={async () => {
                  if (await remove(chosen)) setSelected(new Set());
                }}
              >
                {t('deleteSelected', { count: chosen.length })}
              </Button>
            )}
          </div>
          {isWrong && (
            <p className={styles['problem']} role="alert">
              {words('wrongOrder')}
            </p>
          )}
        </div>
        {error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
        {!error && !data && !isWrong && <SkeletonList shape="rows" count={4} />}
        {data?.length === 0 && !isWrong && (from !== '' || to !== '') && (
          <EmptyState Icon={SearchX} title={t('noMatch')} />
        )}
        {data?.length === 0 && from === '' && to === '' && (
          <EmptyState Icon={DatabaseZap} title={t('empty')} text={t('emptyHelp')} />
        )}
        {shown.length > 0 && <UpsertTable records={shown} selected={selected} onSelect={setSelected} />}
      </div>
    </Dialog>
  );
}

function useRemove(flowId: string) {
  const t = useTexts(upsertTexts);
  const client = useQueryClient();
  return async (ids: string[]): Promise<boolean> => {
    const count = ids.length;
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteQuestion', { count }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return false;
    try {
      await call(deleteUpsertHistory, { body: { ids } });
      await client.invalidateQueries({ queryKey: ['upsert-history', flowId] });
      notify(t('deleted', { count }), 'success');
      return true;
    } catch (thrown) {
      notifyError(thrown);
      return false;
    }
  };
}
