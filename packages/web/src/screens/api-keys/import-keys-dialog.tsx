import type { KeyImportMode } from '@tendril/contract/api/api-keys';
import { FileJson } from 'lucide-react';
import { useRef, useState } from 'react';
import { ChoiceField } from '../../features/flow-settings/fields/choice-field.tsx';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { useImportKeys } from './api-keys.queries.ts';
import styles from './import-keys.module.css';

// As base64 it has to fit in a body of one megabyte.
const maxBytes = 640_000;
const modes = ['overwriteIfExist', 'ignoreIfExist', 'errorIfExist', 'replaceAll'] as const;

/** Imports the keys of a Flowise key file. */
export function ImportKeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const take = useImportKeys();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  const [importMode, setMode] = useState<KeyImportMode>('errorIfExist');
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    take.reset();
    setFile(chosen);
    setProblem(chosen.size > maxBytes ? t('fileTooLarge') : '');
  };
  const submit = async () => {
    if (take.isPending || (file && problem)) return;
    if (!file) return setProblem(t('fileNeeded'));
    const jsonFile = await readAsDataUrl(file).catch(() => '');
    if (jsonFile === '') return setProblem(t('fileUnreadable'));
    take.mutate(
      { jsonFile, importMode },
      {
        onSuccess: () => {
          notify(t('imported'), 'success');
          onClose();
        },
      },
    );
  };
  const error = problem || (take.error ? t('importFailed', { reason: toMessage(take.error) }) : '');
  return (
    <FormDialog
      title={t('importTitle')}
      width={520}
      onClose={onClose}
      isBusy={take.isPending}
      onSubmit={submit}
      submitLabel={t('import')}
    >
      <p>{t('importHelp')}</p>
      <div className={styles['file']}>
        <FileJson size={20} />
        <span>{file?.name ?? t('file')}</span>
        <Button size="small" onClick={() => picker.current?.click()}>
          {t(file ? 'chooseOther' : 'chooseFile')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          aria-label={t('file')}
          hidden
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // The same file may be chosen again after it was put right.
            event.target.value = '';
          }}
        />
      </div>
      <ChoiceField
        label={t('mode')}
        value={importMode}
        options={modes.map((name) => ({ name, label: t(name) }))}
        onChange={(name) => setMode(name as KeyImportMode)}
        {...(importMode === 'replaceAll' && { hint: t('replaceAllWarning') })}
      />
      <div role="alert" className={styles['error']}>
        {error}
      </div>
    </FormDialog>
  );
}

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
