import type { ReadingSettings } from '@tendril/contract/api/reading-settings';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useId } from 'react';
import { CredentialInput } from '../../../kit/params/credential-input.tsx';
import { ParamForm } from '../../../kit/params/param-form.tsx';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { formInputs, startValues } from '../node-inputs.ts';

export type ChosenModel = NonNullable<ReadingSettings['context']>;

interface ModelChoiceProps {
  label: string;
  hint: string;
  models: readonly NodeTemplate[];
  chosen: ChosenModel | undefined;
  onChange: (chosen: ChosenModel | undefined) => void;
}

/** A chat model with its fields, or none. */
export function ModelChoice({ label, hint, models, chosen, onChange }: ModelChoiceProps) {
  const t = useTexts(knowledgeWorkTexts);
  const id = useId();
  const template = models.find(({ name }) => name === chosen?.name);
  const choose = (name: string) => {
    const next = models.find((one) => one.name === name);
    onChange(next && { name, inputs: startValues(next) });
  };
  return (
    <>
      <Field isDense label={label} htmlFor={id} hint={hint}>
        <SelectField
          id={id}
          value={chosen?.name ?? ''}
          options={models}
          emptyLabel={t('noModel')}
          canBeEmpty
          onChange={choose}
        />
      </Field>
      {template && chosen && (
        <ParamForm
          inputs={formInputs(template)}
          values={chosen.inputs}
          onChange={(changes) => onChange({ ...chosen, inputs: { ...chosen.inputs, ...changes } })}
          scope={{
            nodeName: template.name,
            nodeId: `${id}-${template.name}`,
            credential: chosen.credential ?? '',
            marksMissing: false,
            errors: {},
          }}
          renderCredential={(fieldId, input) => (
            <CredentialInput
              fieldId={fieldId}
              input={input}
              value={chosen.credential ?? ''}
              onChange={(credential) => onChange({ ...chosen, credential })}
            />
          )}
        />
      )}
    </>
  );
}
