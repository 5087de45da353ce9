import {
  cancelOutsideStore,
  emptyOutsideStore,
  forgetOutsideStore,
  type OutsideStoreState,
  retryOutsideStore,
} from '@tendril/contract/api/outside-stores';
import { Archive, CircleAlert, CircleCheck, LoaderCircle, Trash2 } from 'lucide-react';
import { call } from '../../../kit/api/call.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { vectorStoreTexts } from '../../../kit/texts/en/vector-stores.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { StatusChip } from '../../../kit/ui/status-chip.tsx';
import styles from './outside.module.css';
import { useOutsideAct } from './outside.queries.ts';

const looks = {
  live: { tone: 'success', Icon: CircleCheck },
  filling: { tone: 'info', Icon: LoaderCircle },
  emptying: { tone: 'info', Icon: Trash2 },
  old: { tone: 'quiet', Icon: Archive },
  failing: { tone: 'error', Icon: CircleAlert },
} as const;

interface OutsideRowProps {
  storeId: string;
  store: OutsideStoreState;
  live: OutsideStoreState | undefined;
}

/** One vector store elsewhere: how far it is, what is wrong with it, and what can be done. */
export function OutsideRow({ storeId, store, live }: OutsideRowProps) {
  const t = useTexts(vectorStoreTexts);
  const { label, state, written, total, removals, job } = store;
  const error = store.error ?? job?.error?.message ?? null;
  const look = error === null ? state : 'failing';
  const shown = { written: written.toLocaleString('en-US'), total: total.toLocaleString('en-US') };
  return (
    <li className={styles['row']}>
      <div className={styles['head']}>
        <strong>{label}</strong>
        <StatusChip {...looks[look]} label={t(look)} />
        <span className={styles['count']}>{t('written', shown)}</span>
        {removals > 0 && <span className={styles['count']}>{t('removals', { count: removals })}</span>}
      </div>
      {state === 'filling' && (
        <>
          <div
            className={styles['track']}
            role="progressbar"
            aria-label={t('progress', { name: label })}
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={written}
            aria-valuetext={t('written', shown)}
          >
            <div style={{ inlineSize: `${total === 0 ? 0 : (written / total) * 100}%` }} />
          </div>
          <p>{live ? t('beforeAnswers', { name: live.label }) : t('builtInAnswers')}</p>
        </>
      )}
      {state === 'old' && <p>{t('oldHelp')}</p>}
      {error !== null && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
      <OutsideActs storeId={storeId} store={store} hasFailed={error !== null} />
    </li>
  );
}

interface OutsideActsProps extends Pick<OutsideRowProps, 'storeId' | 'store'> {
  hasFailed: boolean;
}

function OutsideActs({ storeId, store, hasFailed }: OutsideActsProps) {
  const t = useTexts(vectorStoreTexts);
  const { id, label: name, state } = store;
  const params = { storeId, outsideId: id };
  const cancel = useOutsideAct(() => call(cancelOutsideStore, { params, body: {} }));
  const retry = useOutsideAct(() => call(retryOutsideStore, { params, body: {} }));
  const empty = useOutsideAct(() => call(emptyOutsideStore, { params, body: {} }));
  const forget = useOutsideAct(() => call(forgetOutsideStore, { params }));
  const isBusy = [cancel, retry, empty, forget].some(({ isPending }) => isPending);
  const askAndEmpty = async () => {
    const question = {
      title: t('emptyNamed', { name }),
      description: t('emptyQuestion', { name }),
      confirmText: t('empty'),
      isDanger: true,
    };
    if (await confirm(question)) empty.mutate();
  };
  const acts = [
    { isShown: hasFailed, key: 'retry', run: () => retry.mutate() },
    { isShown: state === 'filling', key: 'cancel', run: () => cancel.mutate() },
    { isShown: state === 'old', key: 'empty', run: () => void askAndEmpty() },
    { isShown: state === 'old' || state === 'emptying', key: 'forget', run: () => forget.mutate() },
  ] as const;
  const shown = acts.filter(({ isShown }) => isShown);
  if (shown.length === 0) return null;
  return (
    <div className={styles['acts']}>
      {shown.map(({ key, run }) => (
        <Button key={key} size="small" isBusy={isBusy} aria-label={t(`${key}Named`, { name })} onClick={run}>
          {t(key)}
        </Button>
      ))}
    </div>
  );
}
