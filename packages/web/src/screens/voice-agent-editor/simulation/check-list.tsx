import { disconnectionReasons } from '@tendril/contract/call-event';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { type CheckDraft, type CheckKind, checkKinds } from './check-fields.ts';
import styles from './simulation.module.css';

interface CheckListProps {
  checks: readonly CheckDraft[];
  functionNames: readonly string[];
  /** What the agent's analysis draws from a call. */
  fieldNames: readonly string[];
  /** Which one is not ready, from 1. */
  wrongAt: number | undefined;
  onChange: (checks: CheckDraft[]) => void;
}

/** What must hold, one row each. */
export function CheckList({ checks, functionNames, fieldNames, wrongAt, onChange }: CheckListProps) {
  const t = useTexts(simulationTexts);
  const namesFor: Partial<Record<CheckKind, readonly string[]>> = {
    calls: functionNames,
    'never-calls': functionNames,
    extracts: fieldNames.map((name) => `${name} = `),
  };
  const put = (at: number, changes: Partial<CheckDraft>) =>
    onChange(checks.map((check, index) => (index === at ? { ...check, ...changes } : check)));
  return (
    <fieldset className={styles['checkList']}>
      <legend>{t('checksField')}</legend>
      {checks.map((check, index) => {
        const at = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no name and keep their order
          <div key={index}>
            <SelectField
              label={t('checkKind', { at })}
              value={check.kind}
              options={checkKinds.map((kind) => ({
                name: kind,
                label: t(`kind_${kind.replaceAll('-', '_') as 'says'}`),
              }))}
              emptyLabel=""
              canBeEmpty={false}
              onChange={(kind) => put(index, changedKind(check, kind as CheckKind))}
            />
            <CheckValue
              check={check}
              at={at}
              names={namesFor[check.kind]}
              isWrong={wrongAt === at}
              onChange={(value) => put(index, { value })}
            />
            <IconButton
              size="small"
              label={t('removeCheck', { at })}
              onClick={() => onChange(checks.filter((_, other) => other !== index))}
            >
              <X size={16} />
            </IconButton>
          </div>
        );
      })}
      <Button
        size="small"
        look="quiet"
        icon={<Plus size={16} />}
        onClick={() => onChange([...checks, { kind: 'says', value: '' }])}
      >
        {t('addCheck')}
      </Button>
    </fieldset>
  );
}

/** What was typed stays, except where it can be chosen only. */
function changedKind({ kind, value }: CheckDraft, next: CheckKind): CheckDraft {
  if (next === 'ends-with') return { kind: next, value: 'agent_hangup' };
  return { kind: next, value: kind === 'ends-with' ? '' : value };
}

interface CheckValueProps {
  check: CheckDraft;
  at: number;
  /** Offered where one is to be written; absent where there is none. */
  names: readonly string[] | undefined;
  isWrong: boolean;
  onChange: (value: string) => void;
}

function CheckValue({ check: { kind, value }, at, names, isWrong, onChange }: CheckValueProps) {
  const t = useTexts(simulationTexts);
  const words = useTexts(voiceCallTexts);
  const listId = useId();
  if (kind === 'ends-with')
    return (
      <span data-field="check">
        <SelectField
          label={t('checkValue', { at })}
          value={value}
          options={disconnectionReasons.map((reason) => ({
            name: reason,
            label: reason === 'user_hangup' ? t('callerHungUp') : words(`reason_${reason}`),
          }))}
          emptyLabel=""
          canBeEmpty={false}
          onChange={onChange}
        />
      </span>
    );
  return (
    <>
      <input
        data-field="check"
        aria-label={t('checkValue', { at })}
        value={value}
        list={names ? listId : undefined}
        placeholder={t(`hint_${kind.replaceAll('-', '_') as 'says'}`)}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {names && (
        <datalist id={listId}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}
