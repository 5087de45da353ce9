import { holdSounds } from '@tendril/contract/voice/voice-function';
import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import type { FunctionForm } from './function-form.ts';
import { RadioField } from './radio-field.tsx';
import { TextAreaField } from './text-area-field.tsx';

const mostHandoffLetters = 2000;
const usualHandoff = { type: 'prompt', text: '' } as const;

/** What both hear while a caller is on hold: music, and what it is about. */
export function WarmTransferFields({ form }: { form: FunctionForm<'transfer_call'> }) {
  const t = useTexts(voiceFunctionTexts);
  const { draft, edit, problemOf } = form;
  const holdId = useId();
  const handoff = draft.handoff ?? usualHandoff;
  return (
    <>
      <Field label={t('holdSound')} htmlFor={holdId} hint={t('holdSoundHint')}>
        <SelectField
          id={holdId}
          value={draft.holdSound ?? 'ringtone'}
          options={holdSounds.map((name) => ({ name, label: t(`hold_${name}`) }))}
          emptyLabel=""
          canBeEmpty={false}
          onChange={(name) => edit({ holdSound: holdSounds.find((one) => one === name) })}
        />
      </Field>
      <RadioField
        label={t('handoff')}
        options={[
          { value: 'prompt', label: t('handoffPrompt') },
          { value: 'message', label: t('handoffMessage') },
        ]}
        value={handoff.type}
        onChange={(type) => edit({ handoff: { ...handoff, type } })}
        hint={t('handoffHint')}
      />
      <TextAreaField
        label={t(handoff.type === 'prompt' ? 'handoffPromptText' : 'handoffMessageText')}
        rows={2}
        maxLength={mostHandoffLetters}
        placeholder={t(handoff.type === 'prompt' ? 'handoffPromptPlaceholder' : 'handoffMessagePlaceholder')}
        value={handoff.text}
        onChange={(text) => edit({ handoff: { ...handoff, text } })}
        error={problemOf('handoff')}
        hint={t(handoff.type === 'prompt' ? 'handoffPromptEmpty' : 'handoffMessageEmpty')}
      />
    </>
  );
}
