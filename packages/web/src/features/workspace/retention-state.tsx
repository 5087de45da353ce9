import type { RetentionAnswer } from '@tendril/contract/api/data-retention';
import { useId } from 'react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Switch } from '../../kit/ui/switch.tsx';
import { useChangeRetention, useKeepRecord } from './data.queries.ts';
import styles from './workspace.module.css';

/** When old data is next deleted, what keeps it from being deleted, and what is kept by name. */
export function RetentionState({ retention }: { retention: RetentionAnswer }) {
  const t = useTexts(workspaceTexts);
  const change = useChangeRetention();
  const id = useId();
  const { isHeld, nextPurgeAt, purgedAt, mayChange } = retention;
  const hold = (isOn: boolean) =>
    change.mutate(
      { isHeld: isOn },
      { onSuccess: () => notify(t(isOn ? 'holdOn' : 'holdOff'), 'success'), onError: notifyError },
    );
  return (
    <>
      {!isHeld && (
        <p className={styles['aside']}>
          {nextPurgeAt !== null && `${t('nextPurge', { time: relativeTime(nextPurgeAt) })} `}
          {purgedAt === null ? t('neverPurged') : t('lastPurge', { time: relativeTime(purgedAt) })}
        </p>
      )}
      <ul className={styles['rows']}>
        <li>
          <div className={styles['words']}>
            <strong id={id}>{t('legalHold')}</strong>
            <span id={`${id}-help`}>{t('legalHoldHelp')}</span>
          </div>
          <Switch
            isOn={isHeld}
            onChange={hold}
            labelledBy={id}
            describedBy={`${id}-help`}
            isDisabled={!mayChange || change.isPending}
          />
        </li>
      </ul>
      <KeptRecords retention={retention} />
    </>
  );
}

function KeptRecords({ retention: { kept, mayChange } }: { retention: RetentionAnswer }) {
  const t = useTexts(workspaceTexts);
  const keep = useKeepRecord();
  if (kept.length === 0) return null;
  return (
    <>
      <h4 className={styles['small']}>{t('keptRecords')}</h4>
      <ul className={styles['rows']}>
        {kept.map(({ kind, id, name }) => (
          <li key={`${kind} ${id}`}>
            <div className={styles['words']}>
              <strong>{name}</strong>
              <span>{t(kind === 'run' ? 'keptRun' : 'keptCall', { id })}</span>
            </div>
            {mayChange && (
              <Button
                aria-label={t('releaseKeptNamed', { name })}
                onClick={() =>
                  keep.mutate(
                    { kind, id, name: null },
                    { onSuccess: () => notify(t('keptReleased'), 'success'), onError: notifyError },
                  )
                }
              >
                {t('releaseKept')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
