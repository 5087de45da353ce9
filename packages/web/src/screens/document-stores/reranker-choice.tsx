import { useQuery } from '@tanstack/react-query';
import type { ReadingSettings } from '@tendril/contract/api/reading-settings';
import { type ChosenReranker, modelReranker } from '@tendril/contract/api/search-configuration';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useId } from 'react';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { CredentialInput } from '../../kit/params/credential-input.tsx';
import { ParamForm } from '../../kit/params/param-form.tsx';
import { SelectField } from '../../kit/params/select-field.tsx';
import { knowledgeMeasureTexts } from '../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { ModelChoice } from './loader/model-choice.tsx';
import { formInputs, startValues } from './node-inputs.ts';
import { componentsQuery } from './stores.queries.ts';

interface RerankerChoiceProps {
  /** Null is none; undefined, where that is offered, as the store is configured. */
  chosen: ChosenReranker | null | undefined;
  /** Whether "as saved" is offered. */
  canBeSaved: boolean;
  isTried?: boolean;
  onChange: (chosen: ChosenReranker | null | undefined) => void;
}

const none = { name: 'none' };

/** A reranker with its fields, or none. */
export function RerankerChoice({ chosen, canBeSaved, isTried = false, onChange }: RerankerChoiceProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const id = useId();
  const { data: templates = [] } = useQuery(componentsQuery('rerankers'));
  const template = templates.find(({ name }) => name === chosen?.name);
  const choose = (name: string) => {
    const next = templates.find((one) => one.name === name);
    if (next) onChange({ name, config: startValues(next) });
    else onChange(canBeSaved && name === '' ? undefined : null);
  };
  const value = chosen === undefined ? '' : (chosen?.name ?? (canBeSaved ? none.name : ''));
  const options = canBeSaved ? [{ ...none, label: t('noReranker') }, ...templates] : templates;
  return (
    <>
      <Field label={t('reranker')} htmlFor={id} hint={template?.description ?? t('rerankerHelp')}>
        <SelectField
          id={id}
          value={value}
          options={options}
          emptyLabel={t(canBeSaved ? 'asSaved' : 'noReranker')}
          canBeEmpty
          onChange={choose}
        />
      </Field>
      {chosen && template && <RerankerFields {...{ chosen, template, isTried, onChange }} />}
    </>
  );
}

interface RerankerFieldsProps {
  chosen: ChosenReranker;
  template: NodeTemplate;
  isTried: boolean;
  onChange: (chosen: ChosenReranker) => void;
}

function RerankerFields({ chosen, template, isTried, onChange }: RerankerFieldsProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const { name, config } = chosen;
  const set = (changes: Readonly<Record<string, unknown>>) =>
    onChange({ ...chosen, config: { ...config, ...changes } });
  const setLimit = (text: string) => {
    const { limitMs: _, ...rest } = chosen;
    onChange(text.trim() === '' ? rest : { ...rest, limitMs: Number(text) });
  };
  const credential = typeof config['credential'] === 'string' ? config['credential'] : '';
  const inputs = formInputs(template);
  return (
    <>
      {name === modelReranker && <RerankerModel config={config} onChange={(model) => set({ model })} />}
      {inputs.length > 0 && (
        <ParamForm
          inputs={inputs}
          values={config}
          onChange={set}
          scope={{
            nodeName: name,
            nodeId: `reranker-${name}`,
            credential,
            marksMissing: isTried,
            errors: {},
          }}
          renderCredential={(fieldId, input) => (
            <CredentialInput
              fieldId={fieldId}
              input={input}
              value={credential}
              onChange={(next) => set({ credential: next })}
            />
          )}
        />
      )}
      <TextField
        label={t('rerankerLimit')}
        type="number"
        min={50}
        max={30_000}
        step={50}
        placeholder="800"
        hint={t('rerankerLimitHelp')}
        value={chosen.limitMs === undefined ? '' : String(chosen.limitMs)}
        onChange={(event) => setLimit(event.target.value)}
      />
    </>
  );
}

type ChosenModel = NonNullable<ReadingSettings['context']>;

function RerankerModel({
  config,
  onChange,
}: {
  config: ChosenReranker['config'];
  onChange: (model: ChosenModel | undefined) => void;
}) {
  const t = useTexts(knowledgeMeasureTexts);
  const { data = [] } = useQuery(nodesQuery);
  const models = data.filter(({ category }) => category === 'Chat Models');
  return (
    <ModelChoice
      label={t('rerankerModel')}
      hint={t('rerankerModelHelp')}
      models={models}
      chosen={config['model'] as ChosenModel | undefined}
      onChange={onChange}
    />
  );
}
