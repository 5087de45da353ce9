import type { RetentionAnswer, RetentionState } from '@tendril/contract/api/data-retention';
import { useState } from 'react';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useChangeRetention } from './data.queries.ts';
import styles from './limits.module.css';

type Typed = Partial<Record<RetentionState['kind'], string>>;

const storedText = ({ own }: RetentionState) => (own === null ? '' : String(own));

/** For how many days each kind of data is kept; those that were typed into are saved together. */
export function RetentionForm({ retention: { data, mayChange } }: { retention: RetentionAnswer }) {
  const t = useTexts(workspaceTexts);
  const change = useChangeRetention();
  const [typed, setTyped] = useState<Typed>({});
  const changed = data.filter((state) => (typed[state.kind] ?? storedText(state)) !== storedText(state));
  const save = () => {
    const wrong = changed.find((state) => faultOf(state, typed[state.kind] ?? '') !== undefined);
    if (wrong) return void document.getElementById(`retention-${wrong.kind}`)?.focus();
    if (change.isPending || changed.length === 0) return;
    const days = Object.fromEntries(
      changed.map(({ kind }) => [kind, typed[kind]?.trim() ? Number(typed[kind]) : null]),
    );
    change.mutate(
      { days },
      {
        onSuccess() {
          setTyped({});
          notify(t('retentionSaved'), 'success');
        },
        onError: notifyError,
      },
    );
  };
  return (
    <form
      className={styles['form']}
      noValidate
      aria-labelledby="workspace-retention"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={styles['group']}>
        {data.map((state) => (
          <RetentionRow
            key={state.kind}
            state={state}
            typed={typed[state.kind] ?? storedText(state)}
            mayChange={mayChange}
            onType={(text) => setTyped((present) => ({ ...present, [state.kind]: text }))}
          />
        ))}
      </div>
      {mayChange && (
        <div className={styles['end']}>
          <Button type="submit" look="primary" isBusy={change.isPending} disabled={changed.length === 0}>
            {t('saveRetention')}
          </Button>
        </div>
      )}
    </form>
  );
}

interface RetentionRowProps {
  state: RetentionState;
  typed: string;
  mayChange: boolean;
  onType: (text: string) => void;
}

function RetentionRow({ state, typed, mayChange, onType }: RetentionRowProps) {
  const t = useTexts(workspaceTexts);
  const { kind, days, most, removed } = state;
  const fault = faultOf(state, typed);
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        <strong>{t(kind)}</strong>
        <span>{t(`${kind}Help`)}</span>
        {removed > 0 && <span className={styles['use']}>{t('removedLast', { count: removed })}</span>}
      </div>
      {mayChange ? (
        <TextField
          id={`retention-${kind}`}
          label={t('daysField')}
          aria-label={`${t(kind)}: ${t('daysField')}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          placeholder={most === 0 ? t('forEver') : String(most)}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          error={fault && t(fault, { count: most })}
          hint={most === 0 ? t('serverKeepsForEver') : t('serverDays', { count: most })}
        />
      ) : (
        <span className={styles['value']}>
          {days === 0 ? t('forEver') : t('keptForDays', { count: days })}
        </span>
      )}
    </div>
  );
}

function faultOf({ most }: RetentionState, typed: string): 'wrongDays' | 'aboveServerDays' | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 36_500) return 'wrongDays';
  return most > 0 && Number(text) > most ? 'aboveServerDays' : undefined;
}
