import { type ConditionMode, conditionOutputs } from '@tendril/contract/flow/condition-outputs';
import { paramTexts } from '../../texts/en/params.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import styles from './condition.module.css';
import { writeItems } from './condition-items.ts';
import type { ConditionDraft } from './use-condition-draft.ts';

/** Outputs the rows and the code stand for so far, valid or not. */
function previewOutputs(draft: ConditionDraft): { names: string[]; nameless: number[] } {
  const labels = (mode: ConditionMode, value: string) => {
    const verdict = conditionOutputs(mode, value);
    return 'outputs' in verdict ? verdict.outputs.map((output) => output.label) : [];
  };
  if (draft.mode === 'conditionFunction') return { names: labels(draft.mode, draft.code), nameless: [] };
  const named = draft.rows.filter((row) => row.output.trim() !== '');
  // What else is missing in a row does not change the outputs it stands for.
  const items = named.map((row) => ({
    ...row,
    variable: row.variable || '-',
    operation: row.operation || '-',
  }));
  const nameless = draft.rows.flatMap((row, index) => (row.output.trim() === '' ? index + 1 : []));
  return { names: labels(draft.mode, writeItems(items)), nameless };
}

interface ConditionFootProps {
  draft: ConditionDraft;
  onCancel: () => void;
  onSave: () => void;
}

/** The outputs in the order the node will have them, and the two ways out. */
export function ConditionFoot({ draft, onCancel, onSave }: ConditionFootProps) {
  const t = useTexts(paramTexts);
  const { names, nameless } = previewOutputs(draft);
  return (
    <>
      <div className={styles['outputs']}>
        <span>{t('conditionOutputs')}</span>
        {names.map((name) => (
          <i key={name}>{name}</i>
        ))}
        {nameless.map((item) => (
          <i key={`item-${item}`} data-nameless>
            {t('conditionNameless', { item })}
          </i>
        ))}
      </div>
      <Button look="quiet" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button look="primary" onClick={onSave}>
        {t('save')}
      </Button>
    </>
  );
}
