import { Braces, ChevronDown, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { PasteSchemaDialog } from './paste-schema-dialog.tsx';
import styles from './schema-grid.module.css';
import { rowTypes, type SchemaRow } from './schema-rows.ts';

interface SchemaGridProps {
  rows: readonly SchemaRow[];
  /** What is wrong with each row's name. */
  problems: readonly (string | undefined)[];
  onChange: (rows: readonly SchemaRow[]) => void;
}

const newRow: SchemaRow = { property: '', type: 'string', description: '', required: true };

/** The inputs of a tool: name, type, what it means, whether it has to be there. */
export function SchemaGrid({ rows, problems, onChange }: SchemaGridProps) {
  const t = useTexts(toolsTexts);
  const [isPasting, setPasting] = useState(false);
  return (
    <section className={styles['grid']} aria-label={t('inputs')}>
      <header>
        <h3>{t('inputs')}</h3>
        <Button size="small" icon={<Braces size={16} />} onClick={() => setPasting(true)}>
          {t('pasteJson')}
        </Button>
      </header>
      <p>{rows.length === 0 ? t('noInputs') : t('inputsHelp')}</p>
      {rows.length > 0 && (
        <div className={styles['heads']} aria-hidden="true">
          <span>{t('property')}</span>
          <span>{t('type')}</span>
          <span>{t('description')}</span>
          <span>{t('required')}</span>
        </div>
      )}
      {rows.map((row, index) => (
        <GridRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          key={index}
          row={row}
          number={index + 1}
          problem={problems[index]}
          onChange={(changed) => onChange(rows.with(index, changed))}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button size="small" icon={<Plus size={16} />} onClick={() => onChange([...rows, newRow])}>
          {t('addInput')}
        </Button>
      </div>
      {isPasting && (
        <PasteSchemaDialog
          onClose={() => setPasting(false)}
          onRows={(pasted) => {
            setPasting(false);
            onChange(pasted);
          }}
        />
      )}
    </section>
  );
}

interface GridRowProps {
  row: SchemaRow;
  number: number;
  problem: string | undefined;
  onChange: (row: SchemaRow) => void;
  onRemove: () => void;
}

function GridRow({ row, number, problem, onChange, onRemove }: GridRowProps) {
  const t = useTexts(toolsTexts);
  const types: readonly string[] = rowTypes;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div className={styles['row']} role="group" aria-label={t('inputRow', { row: number })}>
      <input
        type="text"
        className={styles['name']}
        aria-label={t('property')}
        aria-invalid={problem ? true : undefined}
        spellCheck={false}
        maxLength={64}
        value={row.property}
        onChange={(event) => onChange({ ...row, property: event.target.value })}
      />
      <span className={styles['select']}>
        <select
          aria-label={t('type')}
          value={row.type}
          onChange={(event) => onChange({ ...row, type: event.target.value })}
        >
          {!types.includes(row.type) && <option value={row.type}>{row.type}</option>}
          {types.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
        <ChevronDown size={16} />
      </span>
      <input
        type="text"
        aria-label={t('description')}
        maxLength={2000}
        value={row.description}
        onChange={(event) => onChange({ ...row, description: event.target.value })}
      />
      <input
        type="checkbox"
        aria-label={t('required')}
        checked={row.required}
        onChange={(event) => onChange({ ...row, required: event.target.checked })}
      />
      <IconButton label={t('removeInput', { row: number })} size="small" onClick={onRemove}>
        <X size={16} />
      </IconButton>
      {problem && <small>{problem}</small>}
    </div>
  );
}
