import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { TextArea } from '../../kit/params/text-area.tsx';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './store-dialog.module.css';
import type { StoreWords } from './stores.queries.ts';

interface StoreDialogProps {
  /** Of a store that is there. */
  stored?: StoreWords;
  isBusy: boolean;
  error: unknown;
  onSubmit: (words: StoreWords) => void;
  onClose: () => void;
}

/** Asks for the name and description of a store. */
export function StoreDialog({ stored, isBusy, error, onSubmit, onClose }: StoreDialogProps) {
  const t = useTexts(knowledgeTexts);
  const ui = useTexts(uiTexts);
  const [name, setName] = useState(stored?.name ?? '');
  const [description, setDescription] = useState(stored?.description ?? '');
  const [isNameMissing, setNameMissing] = useState(false);
  const submit = () => {
    setNameMissing(name.trim() === '');
    if (name.trim() !== '' && !isBusy) onSubmit({ name: name.trim(), description: description.trim() });
  };
  return (
    <FormDialog
      title={t(stored ? 'editStoreTitle' : 'addStoreTitle')}
      onClose={onClose}
      isBusy={isBusy}
      onSubmit={submit}
      submitLabel={stored ? ui('save') : t('create')}
    >
      <TextField
        autoFocus
        label={t('name')}
        hint={t('nameHint')}
        maxLength={200}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isNameMissing ? t('nameNeeded') : undefined}
      />
      <Field label={t('description')} htmlFor="store-description">
        <TextArea id="store-description" rows={3} text={description} onChange={setDescription} />
        <p className={styles['help']}>{t('descriptionHint')}</p>
      </Field>
      {error != null && (
        <p role="alert" className={styles['error']}>
          {toMessage(error)}
        </p>
      )}
    </FormDialog>
  );
}
