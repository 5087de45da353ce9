import { Plus, X } from 'lucide-react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { GridCell, type GridColumn } from './grid-cell.tsx';
import { readRows, writeRows } from './grid-value.ts';
import { type EditorProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';

/** Rows with typed columns; a row is a small form, so that it also fits a narrow panel. */
export function DatagridInput({ fieldId, input, value, onChange, scope }: EditorProps) {
  const t = useTexts(paramTexts);
  const rows = readRows(valueOrDefault(value, input));
  const columns = (input.datagrid ?? []).filter((column) => column['type'] !== 'actions') as GridColumn[];
  const change = (index: number, field: string, cell: unknown) =>
    onChange(writeRows(rows.map((row, at) => (at === index ? { ...row, [field]: cell } : row))));
  return (
    <div id={fieldId} className={styles['grid']}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
        <div key={index} role="group" aria-label={t('row', { row: index + 1 })} className={styles['gridRow']}>
          {columns.map((column) => (
            <GridCell
              key={column.field}
              column={column}
              value={row[column.field]}
              onChange={(cell) => change(index, column.field, cell)}
              scope={scope}
              variables={() => scope.variablesOf?.(input) ?? []}
            />
          ))}
          <IconButton
            label={t('removeRow', { row: index + 1 })}
            size="small"
            className={styles['gridRemove']}
            onClick={() => onChange(writeRows(rows.toSpliced(index, 1)))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button size="small" icon={<Plus size={16} />} onClick={() => onChange(writeRows([...rows, {}]))}>
          {t('addRow')}
        </Button>
      </div>
    </div>
  );
}
