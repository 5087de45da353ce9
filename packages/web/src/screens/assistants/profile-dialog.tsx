import type { AssistantProfile } from '@tendril/contract/api/assistant-profiles';
import { useId, useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { TextArea } from '../../kit/params/text-area.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { assistantProfilesTexts } from '../../kit/texts/en/assistant-profiles.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './assistant-editor.module.css';
import { useStoreProfile } from './assistant-profiles.queries.ts';
import { otherFields, type ProfileForm, toProfileChanges, toProfileForm } from './profile-form.ts';

interface ProfileDialogProps {
  /** Nothing for a new one. */
  stored: AssistantProfile | undefined;
  onClose: () => void;
}

/** The form of an assistant profile, new or stored. */
export function ProfileDialog({ stored, onClose }: ProfileDialogProps) {
  const t = useTexts(assistantProfilesTexts);
  const ui = useTexts(uiTexts);
  const ids = { description: useId(), details: useId() };
  const form = useProfileForm(stored, onClose);
  const others = otherFields(stored);
  return (
    <Dialog
      isOpen
      title={t(stored ? 'editTitle' : 'addTitle')}
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {t(stored ? 'save' : 'create')}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        label={t('name')}
        maxLength={200}
        value={form.fields.name}
        onChange={(event) => form.change({ name: event.target.value })}
        error={form.isNameMissing ? t('nameNeeded') : undefined}
      />
      <div className={styles['field']}>
        <label htmlFor={ids.description}>{t('description')}</label>
        <TextArea
          id={ids.description}
          text={form.fields.description}
          rows={2}
          onChange={(description) => form.change({ description })}
        />
      </div>
      <div className={styles['field']}>
        <label htmlFor={ids.details}>{t('details')}</label>
        <TextArea
          id={ids.details}
          text={form.fields.details}
          rows={6}
          onChange={(details) => form.change({ details })}
        />
        <p className={styles['help']}>{t('detailsHint')}</p>
      </div>
      {others.length > 0 && <p className={styles['help']}>{t('others', { names: others.join(', ') })}</p>}
      {form.problem !== '' && (
        <p className={styles['problem']} role="alert">
          {form.problem}
        </p>
      )}
    </Dialog>
  );
}

function useProfileForm(stored: AssistantProfile | undefined, onClose: () => void) {
  const t = useTexts(assistantProfilesTexts);
  const [before] = useState(() => toProfileForm(stored));
  const [fields, setFields] = useState(before);
  const [isNameMissing, setNameMissing] = useState(false);
  const [notJson, setNotJson] = useState('');
  const store = useStoreProfile();
  const submit = () => {
    setNameMissing(fields.name.trim() === '');
    setNotJson('');
    if (fields.name.trim() === '' || store.isPending) return;
    try {
      const onSuccess = () => {
        notify(t(stored ? 'saved' : 'created'), 'success');
        onClose();
      };
      store.mutate({ id: stored?.id, body: toProfileChanges(fields, before) }, { onSuccess });
    } catch (thrown) {
      setNotJson(t('notJson', { reason: toMessage(thrown) }));
    }
  };
  return {
    fields,
    change: (part: Partial<ProfileForm>) => setFields({ ...fields, ...part }),
    isNameMissing,
    problem: notJson || (store.error ? toMessage(store.error) : ''),
    isBusy: store.isPending,
    submit,
  };
}
