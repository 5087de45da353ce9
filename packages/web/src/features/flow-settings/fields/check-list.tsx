import { useId } from 'react';
import { FieldNote } from './field-note.tsx';
import styles from './fields.module.css';

/** One box of a list. */
interface CheckRow {
  id: string;
  label: string;
  remark?: string;
  isOn: boolean;
}

export interface CheckListProps {
  legend: string;
  isLegendHidden?: boolean;
  rows: readonly CheckRow[];
  onChange: (id: string, isOn: boolean) => void;
  error?: string | undefined;
}

/** Check boxes under one name. */
export function CheckList({ legend, isLegendHidden = false, rows, onChange, error }: CheckListProps) {
  const noteId = useId();
  return (
    <fieldset className={styles['checks']} aria-describedby={error ? noteId : undefined}>
      <legend className={isLegendHidden ? 'visually-hidden' : styles['legend']}>{legend}</legend>
      {rows.map(({ id, label, remark, isOn }) => (
        <label key={id} className={styles['check']}>
          <input type="checkbox" checked={isOn} onChange={(event) => onChange(id, event.target.checked)} />
          <span>
            {label}
            {remark && <small>{remark}</small>}
          </span>
        </label>
      ))}
      <FieldNote id={noteId} error={error} />
    </fieldset>
  );
}
