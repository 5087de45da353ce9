import { storedValueMask } from '@tendril/contract/api/credentials';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { TextInput } from '../../../kit/ui/text-input.tsx';
import styles from './function-form.module.css';

interface PairRowsProps {
  label: string;
  hint: string;
  keyLabel: string;
  valueLabel: string;
  maxKey: number;
  maxValue: number;
  pairs: Readonly<Record<string, string>>;
  onChange: (pairs: Record<string, string>) => void;
}

interface Pair {
  id: number;
  key: string;
  value: string;
  /** Under this name a value is stored that is never shown; null where there is none. */
  storedKey: string | null;
}

let lastId = 0;

const newPair = (key = '', value = ''): Pair => {
  lastId += 1;
  return { id: lastId, key, value, storedKey: value === storedValueMask ? key : null };
};

/** A stored value stays while nothing else is typed, and belongs to its name: under another one it is typed again. */
function settled({ storedKey, ...pair }: Pair): Pair {
  const isStored = storedKey !== null && pair.key.trim() === storedKey;
  const isUntouched = pair.value === '' || pair.value === storedValueMask;
  return { ...pair, storedKey, value: isUntouched ? (isStored ? storedValueMask : '') : pair.value };
}

/** Names with their values, a row for each; a row without a name is not kept. */
export function PairRows(props: PairRowsProps) {
  const { label, hint, keyLabel, valueLabel, maxKey, maxValue, onChange } = props;
  const t = useTexts(voiceFunctionTexts);
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const [rows, setRows] = useState(() =>
    Object.entries(props.pairs).map(([key, value]) => newPair(key, value)),
  );
  const put = (next: Pair[]) => {
    setRows(next);
    const named = next.filter(({ key }) => key.trim() !== '');
    onChange(Object.fromEntries(named.map(({ key, value }) => [key.trim(), value])));
  };
  const change = (rowId: number, changes: Partial<Pair>) =>
    put(rows.map((row) => (row.id === rowId ? settled({ ...row, ...changes }) : row)));
  const isTwice = (row: Pair) =>
    row.key.trim() !== '' && rows.some((one) => one.id !== row.id && one.key.trim() === row.key.trim());
  return (
    <fieldset className={styles['pairs']}>
      <legend>{label}</legend>
      <small>{hint}</small>
      {rows.map((row, index) => (
        <div key={row.id} className={styles['pair']}>
          <TextInput
            size="small"
            isMono
            aria-label={t('rowOf', { label: keyLabel, number: index + 1 })}
            aria-invalid={isTwice(row) || undefined}
            placeholder={keyLabel}
            maxLength={maxKey}
            spellCheck={false}
            value={row.key}
            onChange={(event) => change(row.id, { key: event.target.value })}
          />
          <TextInput
            size="small"
            isMono
            aria-label={t('rowOf', { label: valueLabel, number: index + 1 })}
            aria-describedby={row.value === storedValueMask ? `${id}-stored` : undefined}
            placeholder={row.value === storedValueMask ? storedValueMask : valueLabel}
            maxLength={maxValue}
            spellCheck={false}
            value={row.value === storedValueMask ? '' : row.value}
            onChange={(event) => change(row.id, { value: event.target.value })}
          />
          <IconButton
            label={t('removeRow', { label: row.key || keyLabel })}
            size="small"
            onClick={() => {
              put(rows.filter((one) => one.id !== row.id));
              addButton.current?.focus();
            }}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      {rows.some(isTwice) && <small data-error>{t('twice')}</small>}
      {rows.some(({ value }) => value === storedValueMask) && (
        <small id={`${id}-stored`}>{t('valueStored')}</small>
      )}
      <Button
        ref={addButton}
        size="small"
        look="quiet"
        icon={<Plus size={16} />}
        onClick={() => setRows([...rows, newPair()])}
      >
        {t('addRow', { label: keyLabel })}
      </Button>
    </fieldset>
  );
}
