import { Flag, Lock, Plus } from 'lucide-react';
import { paramTexts } from '../../texts/en/params.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { VariableChoice } from '../param-props.ts';
import styles from './condition.module.css';
import type { FieldAtFault } from './condition-row.tsx';
import { ConditionRowFields } from './condition-row.tsx';
import type { ConditionDraft } from './use-condition-draft.ts';

interface ConditionTableProps {
  draft: ConditionDraft;
  operations: readonly string[];
  variables: readonly VariableChoice[];
}

/** The items in their order, and the End output that is always there. */
export function ConditionTable({ draft, operations, variables }: ConditionTableProps) {
  const t = useTexts(paramTexts);
  const { rows, fault } = draft;
  const faultOf = (index: number): FieldAtFault =>
    fault?.row === index && fault.field ? { field: fault.field } : {};
  return (
    <div className={styles['table']}>
      <div className={styles['columns']} aria-hidden="true">
        <span />
        <span>{t('conditionVariable')}</span>
        <span>{t('conditionOperation')}</span>
        <span>{t('conditionValue')}</span>
        <span>{t('conditionOutput')}</span>
        <span />
      </div>
      {rows.length === 0 && <p className={styles['empty']}>{t('conditionNoItems')}</p>}
      {rows.map((row, index) => (
        <ConditionRowFields
          key={row.key}
          row={row}
          index={index}
          isLast={index === rows.length - 1}
          operations={operations}
          variables={variables}
          fault={faultOf(index)}
          onChange={(change) => draft.changeRow(row.key, change)}
          onRemove={() => draft.removeRow(row.key)}
          onMove={(step) => draft.moveRow(row.key, step)}
        />
      ))}
      <div className={styles['add']}>
        <Button look="quiet" size="small" icon={<Plus size={18} />} onClick={draft.addRow}>
          {t('conditionAdd')}
        </Button>
      </div>
      <div className={styles['end']}>
        <Flag size={18} aria-hidden="true" />
        <p>
          <b>End</b> {t('conditionEndHelp')}
        </p>
        <b aria-hidden="true">End</b>
        <Lock size={18} role="img" aria-label={t('conditionEndLocked')} />
      </div>
    </div>
  );
}
