import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { paramTexts } from '../../texts/en/params.ts';
import { useTexts } from '../../texts/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ComboField } from '../combo-field.tsx';
import type { VariableChoice } from '../param-props.ts';
import { SelectField } from '../select-field.tsx';
import styles from './condition.module.css';
import { type ConditionItem, type ConditionRow, needsValue } from './condition-items.ts';

/** The field of a row that an alert is about. */
export interface FieldAtFault {
  field?: keyof ConditionItem;
}

interface ConditionRowProps {
  row: ConditionRow;
  index: number;
  isLast: boolean;
  operations: readonly string[];
  variables: readonly VariableChoice[];
  fault: FieldAtFault;
  onChange: (change: Partial<ConditionItem>) => void;
  onRemove: () => void;
  onMove: (step: -1 | 1) => void;
}

/** One item: variable, operation, value and the output it names. */
export function ConditionRowFields(props: ConditionRowProps) {
  const { row, index, isLast, operations, variables, fault, onChange, onRemove, onMove } = props;
  const t = useTexts(paramTexts);
  const id = useId();
  const own = useRef<HTMLDivElement>(null);
  const item = index + 1;
  useEffect(() => {
    if (fault.field === undefined) return;
    own.current?.querySelector<HTMLElement>(`[data-field="${fault.field}"] :is(input, select)`)?.focus();
  }, [fault]);
  const cell = (field: keyof ConditionItem) => ({
    'data-field': field,
    'data-fault': fault.field === field || undefined,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div ref={own} className={styles['row']} role="group" aria-label={t('conditionItem', { item })}>
      <span className={styles['move']}>
        <IconButton
          label={t('conditionUp', { item })}
          size="small"
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={14} />
        </IconButton>
        <IconButton
          label={t('conditionDown', { item })}
          size="small"
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={14} />
        </IconButton>
      </span>
      <div {...cell('variable')} className={styles['variable']}>
        <ComboField
          id={`${id}-variable`}
          label={t('conditionVariable')}
          value={row.variable}
          options={variables.map(({ name, about }) => ({ name, label: name, description: about }))}
          placeholder={t('conditionChooseVariable')}
          emptyText={t('conditionOwnVariable')}
          takesOwnText
          onChange={(variable) => onChange({ variable })}
        />
      </div>
      <div {...cell('operation')}>
        <SelectField
          label={t('conditionOperation')}
          value={row.operation}
          options={operations.map((name) => ({ name, label: name }))}
          emptyLabel={t('choose')}
          canBeEmpty={false}
          onChange={(operation) => onChange({ operation })}
        />
      </div>
      <div {...cell('value')}>
        {needsValue(row.operation) ? (
          <input
            type="text"
            className={styles['input']}
            aria-label={t('conditionValue')}
            value={row.value}
            onChange={(event) => onChange({ value: event.target.value })}
          />
        ) : (
          <p className={styles['noValue']}>{t('conditionNoValue')}</p>
        )}
      </div>
      <div {...cell('output')}>
        <input
          type="text"
          className={styles['input']}
          aria-label={t('conditionOutput')}
          aria-invalid={fault.field === 'output' || undefined}
          value={row.output}
          onChange={(event) => onChange({ output: event.target.value })}
        />
      </div>
      <IconButton label={t('conditionRemove', { item })} size="small" onClick={onRemove}>
        <Trash2 size={18} />
      </IconButton>
    </div>
  );
}
