import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import type { RowProblem, VariableRow } from './variable-rows.ts';
import styles from './variables-dialog.module.css';

interface VariablesTableProps {
  rows: readonly VariableRow[];
  problems: ReadonlyMap<number, RowProblem>;
  /** Somebody has tried to save: what is merely unfinished is marked too. */
  isMarked: boolean;
  onChange: (rows: VariableRow[]) => void;
}

/** Variable name and default value, a line for each. */
export function VariablesTable({ rows, problems, isMarked, onChange }: VariablesTableProps) {
  const t = useTexts(voiceAfterCallTexts);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = () =>
    onChange([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, name: '', value: '' }]);
  return (
    <div>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('variableName')}</th>
            <th scope="col">{t('defaultValue')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={3} className={styles['empty']}>
                {t('noVariables')}
              </td>
            </tr>
          )}
          {rows.map((row, place) => (
            <Line
              key={row.id}
              row={row}
              number={place + 1}
              problem={isMarked || row.name !== '' ? problems.get(row.id) : undefined}
              onChange={(changes) =>
                onChange(rows.map((one) => (one.id === row.id ? { ...one, ...changes } : one)))
              }
              onRemove={() => {
                onChange(rows.filter(({ id }) => id !== row.id));
                addButton.current?.focus();
              }}
            />
          ))}
        </tbody>
      </table>
      <Button ref={addButton} size="small" look="quiet" icon={<Plus size={16} />} onClick={add}>
        {t('addVariable')}
      </Button>
    </div>
  );
}

interface LineProps {
  row: VariableRow;
  number: number;
  problem: RowProblem | undefined;
  onChange: (changes: Partial<VariableRow>) => void;
  onRemove: () => void;
}

function Line({ row, number, problem, onChange, onRemove }: LineProps) {
  const t = useTexts(voiceAfterCallTexts);
  const noteId = useId();
  const isWrong = problem !== undefined && problem !== 'isBuiltIn';
  return (
    <tr>
      <td>
        <input
          aria-label={t('nameOfRow', { number })}
          aria-invalid={isWrong || undefined}
          aria-describedby={problem ? noteId : undefined}
          // biome-ignore lint/a11y/noAutofocus: a new line is there to be written
          autoFocus={row.name === '' && row.value === ''}
          className={styles['mono']}
          spellCheck={false}
          maxLength={64}
          value={row.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        {problem && (
          <small id={noteId} data-error={isWrong || undefined}>
            {t(problem)}
          </small>
        )}
      </td>
      <td>
        <input
          aria-label={t('valueOfRow', { number })}
          maxLength={10_000}
          value={row.value}
          onChange={(event) => onChange({ value: event.target.value })}
        />
      </td>
      <td>
        <IconButton label={t('removeVariable', { number })} size="small" onClick={onRemove}>
          <X size={16} />
        </IconButton>
      </td>
    </tr>
  );
}
