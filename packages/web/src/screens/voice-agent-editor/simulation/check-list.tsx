import { Plus, X } from 'lucide-react';
import { simulationTexts } from '../../../texts/en/voice-simulations.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type CheckDraft, type CheckKind, checkKinds } from './check-fields.ts';
import styles from './simulation.module.css';

interface CheckListProps {
  checks: readonly CheckDraft[];
  onChange: (checks: CheckDraft[]) => void;
}

/** What must hold, one row each. */
export function CheckList({ checks, onChange }: CheckListProps) {
  const t = useTexts(simulationTexts);
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
            <select
              aria-label={t('checkKind', { at })}
              value={check.kind}
              onChange={({ target }) => put(index, { kind: target.value as CheckKind })}
            >
              {checkKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`kind_${kind.replace('-', '_') as 'says'}`)}
                </option>
              ))}
            </select>
            <input
              aria-label={t('checkValue', { at })}
              value={check.value}
              onChange={({ target }) => put(index, { value: target.value })}
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
