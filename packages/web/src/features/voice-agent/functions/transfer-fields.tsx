import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import type { FunctionForm } from './function-form.ts';
import { RadioField } from './radio-field.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { WarmTransferFields } from './warm-transfer-fields.tsx';

const mostNumberLetters = 100;
const mostPromptLetters = 4000;

/** Where a call goes, and how it is handed over. */
export function TransferFields({ form }: { form: FunctionForm<'transfer_call'> }) {
  const t = useTexts(voiceFunctionTexts);
  const { draft, edit, problemOf } = form;
  const shownHint = draft.transferType === 'warm' && draft.displayedNumber === 'transferee';
  return (
    <>
      <RadioField
        label={t('target')}
        options={[
          { value: 'static', label: t('targetStatic') },
          { value: 'dynamic', label: t('targetDynamic') },
        ]}
        value={draft.target}
        onChange={(target) => edit({ target })}
      />
      {draft.target === 'static' ? (
        <TextField
          label={t('number')}
          type="text"
          inputMode="tel"
          autoComplete="off"
          maxLength={mostNumberLetters}
          placeholder="+1 512 555 0142"
          value={draft.number}
          onChange={(event) => edit({ number: event.target.value })}
          error={problemOf('number')}
          hint={t('numberHint', { example: '{{desk_number}}' })}
        />
      ) : (
        <TextAreaField
          label={t('routingPrompt')}
          rows={4}
          maxLength={mostPromptLetters}
          placeholder={t('routingPlaceholder')}
          value={draft.routingPrompt}
          onChange={(routingPrompt) => edit({ routingPrompt })}
          error={problemOf('routingPrompt')}
          hint={t('routingHint')}
        />
      )}
      <RadioField
        label={t('transferType')}
        options={[
          { value: 'cold', label: t('cold') },
          { value: 'warm', label: t('warm') },
        ]}
        value={draft.transferType}
        onChange={(transferType) => edit({ transferType })}
        hint={t(draft.transferType === 'cold' ? 'coldHint' : 'warmHint')}
      />
      <RadioField
        label={t('displayedNumber')}
        options={[
          { value: 'agent', label: t('displayedAgent') },
          { value: 'transferee', label: t('displayedTransferee') },
        ]}
        value={draft.displayedNumber}
        onChange={(displayedNumber) => edit({ displayedNumber })}
        hint={t(shownHint ? 'displayedWarm' : 'displayedHint')}
      />
      {draft.transferType === 'warm' && <WarmTransferFields form={form} />}
    </>
  );
}
