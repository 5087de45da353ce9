import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import styles from './batch-calls.module.css';
import { contactFileQuery } from './batch-calls.queries.ts';
import { FilePreview } from './file-preview.tsx';
import type { NewBatch } from './new-batch.ts';

interface ContactFileFieldProps {
  batch: NewBatch;
  onChange: (changes: Partial<NewBatch>) => void;
}

/** Takes a file of contacts, and shows what is in it before anybody is called. */
export function ContactFileField({ batch, onChange }: ContactFileFieldProps) {
  const t = useTexts(batchCallsTexts);
  const input = useRef<HTMLInputElement>(null);
  const columnField = useId();
  const [file, setFile] = useState({ name: '', stamp: 0, columns: [] as string[] });
  const { csv, phoneColumn, fromNumber, timezone } = batch;
  const asked = {
    ...{ csv, timezone },
    ...(phoneColumn !== '' && { phoneColumn }),
    ...(fromNumber !== '' && { fromNumber }),
  };
  const { data, error, isFetching } = useQuery(contactFileQuery(csv === '' ? undefined : asked, file.stamp));
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const text = await chosen.text();
    const columns = (text.slice(0, 10_000).split('\n')[0] ?? '').replace(/^\uFEFF/, '').split(/[,;\t|]/);
    setFile({ name: chosen.name, stamp: Date.now(), columns: columns.map((name) => name.trim()) });
    onChange({ csv: text, phoneColumn: '', skipsFaulty: false });
  };
  const needsColumn = error !== null || phoneColumn !== '';
  return (
    <Field label={t('file')} hint={csv === '' ? t('fileHelp') : undefined}>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('chooseFile')}
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
      <div className={styles['file']}>
        <Button icon={<FileSpreadsheet size={20} />} onClick={() => input.current?.click()}>
          {t(csv === '' ? 'chooseFile' : 'otherFile')}
        </Button>
        {file.name !== '' && <span>{file.name}</span>}
      </div>
      {csv !== '' && needsColumn && (
        <Field label={t('phoneColumn')} htmlFor={columnField} isDense>
          <SelectField
            id={columnField}
            value={phoneColumn}
            options={file.columns.filter(Boolean).map((name) => ({ name, label: name }))}
            emptyLabel={t('phoneColumn')}
            canBeEmpty={false}
            onChange={(name) => onChange({ phoneColumn: name })}
          />
        </Field>
      )}
      {error && (
        <p role="alert" className={styles['fault']}>
          {t('fileFailed', { reason: toMessage(error) })}
        </p>
      )}
      {!error && isFetching && !data && <p className={styles['help']}>{t('reading')}</p>}
      {csv !== '' && !error && data && (
        <FilePreview
          preview={data}
          skipsFaulty={batch.skipsFaulty}
          onSkip={(skipsFaulty) => onChange({ skipsFaulty })}
        />
      )}
    </Field>
  );
}
