import {
  allVoiceProviders,
  type Voice,
  type VoiceProviderId,
  voiceAccents,
  voiceAges,
  voiceGenders,
} from '@tendril/contract/voice/voice';
import { useState } from 'react';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { customVoiceTexts } from '../../kit/texts/en/custom-voice.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './picker/custom-voice-dialog.module.css';
import { useAddVoice } from './picker/custom-voices.queries.ts';
import { FormSelect } from './picker/form-select.tsx';
import { SampleField } from './picker/sample-field.tsx';
import { useVoiceForm } from './picker/use-voice-form.ts';

interface CustomVoiceDialogProps {
  /** Initially selected. */
  provider: VoiceProviderId;
  onAdded: (voice: Voice) => void;
  onClose: () => void;
}

/** Adds a voice of the workspace's own account at a provider. */
export function CustomVoiceDialog({ provider, onAdded, onClose }: CustomVoiceDialogProps) {
  const t = useTexts(customVoiceTexts);
  const form = useVoiceForm(provider);
  const [sample, setSample] = useState<File | null>(null);
  const add = useAddVoice();
  const submit = () => {
    const body = form.check();
    if (!body) return;
    add.mutate(
      { body, sample },
      {
        onSuccess: (voice) => {
          notify(t('added', { name: voice.voice_name }));
          onAdded(voice);
        },
        onError: (error) => form.takeRefusal(error) || notifyError(error),
      },
    );
  };
  return (
    <Dialog
      isOpen
      title={t('title')}
      width={560}
      isBusy={add.isPending}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} disabled={add.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" look="primary" isBusy={add.isPending}>
            {t('add')}
          </Button>
        </>
      }
    >
      <p className={styles['intro']}>{t('intro')}</p>
      <Fields form={form} />
      <SampleField
        sample={sample}
        error={form.errors['sample']}
        onSample={setSample}
        onError={form.setError}
      />
    </Dialog>
  );
}

function Fields({ form }: { form: ReturnType<typeof useVoiceForm> }) {
  const t = useTexts(customVoiceTexts);
  const { values, errors, change } = form;
  return (
    <>
      <TextField
        label={t('name')}
        value={values.name}
        error={errors['name']}
        aria-required
        autoFocus
        maxLength={100}
        onChange={(event) => change({ name: event.target.value })}
      />
      <div className={styles['pair']}>
        <FormSelect
          label={t('provider')}
          value={values.provider}
          options={allVoiceProviders.map(({ id, label }) => ({ value: id, label }))}
          onChange={(provider) => change({ provider })}
        />
        <FormSelect
          label={t('gender')}
          value={values.gender}
          options={voiceGenders.map((value) => ({ value, label: t(value) }))}
          onChange={(gender) => change({ gender })}
        />
      </div>
      <TextField
        label={t('providerVoiceId')}
        value={values.providerVoiceId}
        error={errors['providerVoiceId']}
        hint={t(`providerVoiceIdHint_${values.provider}`)}
        aria-required
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => change({ providerVoiceId: event.target.value })}
      />
      <div className={styles['pair']}>
        <FormSelect
          label={t('accent')}
          value={values.accent}
          options={voiceAccents.map((value) => ({ value, label: value }))}
          onChange={(accent) => change({ accent })}
        />
        <FormSelect
          label={t('age')}
          value={values.age}
          options={[
            { value: '' as const, label: t('noAge') },
            ...voiceAges.map((value) => ({ value, label: value })),
          ]}
          onChange={(age) => change({ age })}
        />
      </div>
    </>
  );
}
