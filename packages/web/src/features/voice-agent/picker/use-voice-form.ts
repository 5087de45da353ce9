import type { Voice, VoiceProviderId } from '@tendril/contract/voice/voice';
import { useState } from 'react';
import { RequestError } from '../../../kit/api/request-error.ts';
import { customVoiceTexts } from '../../../kit/texts/en/custom-voice.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CustomVoiceBody } from './custom-voices.queries.ts';

interface VoiceFormValues {
  name: string;
  provider: VoiceProviderId;
  providerVoiceId: string;
  gender: Voice['gender'];
  accent: Voice['accent'];
  age: NonNullable<Voice['age']> | '';
}

type VoiceFormField = keyof VoiceFormValues | 'sample';

/** The form of a voice: its values, and what is wrong with them by field. */
export function useVoiceForm(provider: VoiceProviderId) {
  const t = useTexts(customVoiceTexts);
  const [values, setValues] = useState<VoiceFormValues>({
    name: '',
    provider,
    providerVoiceId: '',
    gender: 'female',
    accent: 'American',
    age: '',
  });
  const [errors, setErrors] = useState<Partial<Record<VoiceFormField, string>>>({});
  const setError = (field: VoiceFormField, message: string | undefined) =>
    setErrors(({ [field]: _old, ...others }) =>
      message === undefined ? others : { ...others, [field]: message },
    );

  return {
    values,
    errors,
    setError,

    change: (part: Partial<VoiceFormValues>) => {
      setValues({ ...values, ...part });
      for (const field of Object.keys(part) as VoiceFormField[]) setError(field, undefined);
    },

    /** What can be sent; undefined when something is missing, which its field then reports. */
    check: (): CustomVoiceBody | undefined => {
      const { age, ...others } = values;
      const found: typeof errors = {
        ...(values.name.trim() === '' && { name: t('nameNeeded') }),
        ...(values.providerVoiceId.trim() === '' && { providerVoiceId: t('idNeeded') }),
      };
      setErrors({ ...(errors.sample && { sample: errors.sample }), ...found });
      if (Object.keys(found).length > 0 || errors.sample) return undefined;
      return { ...others, ...(age && { age }) };
    },

    /** Assigns a server error to the fields it names; false if it names none of them. */
    takeRefusal: (error: unknown): boolean => {
      const details = error instanceof RequestError ? error.details : [];
      const named = details.filter(({ path }) => path in values || path === 'sample');
      for (const { path, message } of named) setError(path as VoiceFormField, message);
      return named.length > 0;
    },
  };
}
