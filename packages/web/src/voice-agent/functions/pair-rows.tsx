import { storedValueMask } from '@tendril/contract/api/credentials';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { voiceFunctionTexts } from '../../texts/en/voice-functions.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
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
}

let lastId = 0;

const newPair = (key = '', value = ''): Pair => {
  lastId += 1;
  return { id: lastId, key, value };
};

/** Names with their values, a row for each; a row without a name is not kept. */
export function PairRows(props: PairRowsProps) {
  const { label, hint, keyLabel, valueLabel, maxKey, maxValue, onChange } = props;
  const t = useTexts(voiceFunctionTexts);
  const [rows, setRows] = useState(() =>
    Object.entries(props.pairs).map(([key, value]) => newPair(key, value)),
  );
  const put = (next: Pair[]) => {
    setRows(next);
    const named = next.filter(({ key }) => key.trim() !== '');
    onChange(Object.fromEntries(named.map(({ key, value }) => [key.trim(), value])));
  };
  const change = (id: number, changes: Partial<Pair>) =>
    put(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const isTwice = (row: Pair) =>
    row.key.trim() !== '' && rows.some((one) => one.id !== row.id && one.key.trim() === row.key.trim());
  return (
    <fieldset className={styles['pairs']}>
      <legend>{label}</legend>
      <small>{hint}</small>
      {rows.map((row, index) => (
        <div key={row.id} className={styles['pair']}>
          <input
            aria-label={t('rowOf', { label: keyLabel, number: index + 1 })}
            aria-invalid={isTwice(row) || undefined}
            placeholder={keyLabel}
            maxLength={maxKey}
            spellCheck={false}
            value={row.key}
            onChange={(event) =>
              // A stored secret belongs to its name: under another one it would have to be typed again.
              change(row.id, {
                key: event.target.value,
                ...(row.value === storedValueMask && { value: '' }),
              })
            }
          />
          <input
            aria-label={t('rowOf', { label: valueLabel, number: index + 1 })}
            placeholder={valueLabel}
            maxLength={maxValue}
            spellCheck={false}
            value={row.value}
            onFocus={(event) => row.value === storedValueMask && event.target.select()}
            onChange={(event) => change(row.id, { value: event.target.value })}
          />
          <IconButton
            label={t('removeRow', { label: row.key || keyLabel })}
            size="small"
            onClick={() => put(rows.filter((one) => one.id !== row.id))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      {rows.some(isTwice) && <small data-error>{t('twice')}</small>}
      <Button
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
