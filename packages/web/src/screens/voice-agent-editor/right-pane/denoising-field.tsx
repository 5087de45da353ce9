import { denoisingModes } from '@tendril/contract/voice/voice-agent';
import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceMannerTexts } from '../../../kit/texts/en/voice-manner.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { SaveFault } from '../after-call/save-fault.tsx';
import { useSetting } from '../after-call/use-setting.ts';

const labels = { none: 'denoisingNone', noise: 'denoisingNoise' } as const;

/** What is taken out of the caller's sound before it is recognized. */
export function DenoisingField({ agentId }: { agentId: string }) {
  const t = useTexts(voiceMannerTexts);
  const id = useId();
  const denoising = useSetting(agentId, 'denoising');
  const change = (name: string) => {
    const mode = denoisingModes.find((one) => one === name);
    if (mode) denoising.change(mode);
  };
  return (
    <>
      <Field isDense label={t('denoising')} htmlFor={id} hint={t('denoisingHint')}>
        <SelectField
          id={id}
          value={denoising.value ?? 'none'}
          options={denoisingModes.map((name) => ({ name, label: t(labels[name]) }))}
          emptyLabel=""
          canBeEmpty={false}
          onChange={change}
        />
      </Field>
      <SaveFault setting={denoising} />
    </>
  );
}
