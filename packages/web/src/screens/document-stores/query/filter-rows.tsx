import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { TextInput } from '../../../kit/ui/text-input.tsx';
import { metadataFieldsQuery } from '../stores.queries.ts';
import type { FilterOperator, FilterRow } from './query-draft.ts';
import styles from './query-screen.module.css';

const operators: readonly FilterOperator[] = [
  ...(['is', 'ne', 'contains', 'in', 'gt', 'gte', 'lt', 'lte', 'exists', 'missing'] as const),
];

interface FilterRowsProps {
  storeId: string;
  rows: readonly FilterRow[];
  onChange: (rows: readonly FilterRow[]) => void;
}

/** Conditions on the metadata: a field, how it is compared, and with what. */
export function FilterRows({ storeId, rows, onChange }: FilterRowsProps) {
  const t = useTexts(knowledgeWorkTexts);
  const id = useId();
  const last = useRef(0);
  // Suggestions only: without them a field is typed.
  const { data } = useQuery({ ...metadataFieldsQuery(storeId), enabled: rows.length > 0 });
  const fields = data?.fields ?? [];
  const valuesOf = (name: string) => fields.find((field) => field.name === name.trim())?.values ?? [];
  const add = () => {
    last.current += 1;
    onChange([...rows, { key: last.current, name: '', operator: 'is', value: '' }]);
  };
  const set = (key: number, changes: Partial<FilterRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  return (
    <fieldset className={styles['filter']}>
      <legend>{t('filter')}</legend>
      <p>{t('filterHelp')}</p>
      <datalist id={`${id}-fields`}>
        {fields.map(({ name, types }) => (
          <option key={name} value={name} label={types.map((type) => t(`fieldType_${type}`)).join(', ')} />
        ))}
      </datalist>
      {rows.map(({ key, name, operator, value }, index) => (
        <div key={key} className={styles['filterRow']}>
          <TextInput
            size="large"
            aria-label={t('filterName', { number: index + 1 })}
            placeholder={t('fieldHint')}
            list={`${id}-fields`}
            value={name}
            onChange={(event) => set(key, { name: event.target.value })}
          />
          <SelectField
            label={t('filterOperator', { number: index + 1 })}
            value={operator}
            options={operators.map((one) => ({ name: one, label: t(`operator_${one}`) }))}
            emptyLabel=""
            canBeEmpty={false}
            onChange={(next) => set(key, { operator: next as FilterOperator })}
          />
          {operator === 'exists' || operator === 'missing' ? (
            <span />
          ) : (
            <>
              <TextInput
                size="large"
                aria-label={t('filterValue', { number: index + 1 })}
                placeholder={t(operator === 'in' ? 'valuesHint' : 'valueHint')}
                list={`${id}-values-${key}`}
                value={value}
                onChange={(event) => set(key, { value: event.target.value })}
              />
              <datalist id={`${id}-values-${key}`}>
                {valuesOf(name).map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
          <IconButton
            size="small"
            label={t('removeFilter', { number: index + 1 })}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      <Button size="small" icon={<Plus size={16} />} onClick={add}>
        {t('addFilter')}
      </Button>
    </fieldset>
  );
}
