import { useQuery } from '@tanstack/react-query';
import type { AssistantPart } from '@tendril/contract/flow/assistant-details';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useId, useRef } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import styles from './assistant-editor.module.css';
import { assistantModelsQuery } from './assistants.queries.ts';
import { FormSection } from './form-section.tsx';
import { newPart } from './new-part.ts';
import { PartForm } from './part-form.tsx';
import type { AssistantForm } from './use-assistant-form.ts';

const demoName = 'demoModel';

/** Which model answers, and its parameters. */
export function ModelSection({ form }: { form: AssistantForm }) {
  const t = useTexts(assistantTexts);
  const fieldId = useId();
  const { data: models = [], error } = useQuery(assistantModelsQuery);
  const { chatModel } = form.details;
  const template = models.find(({ name }) => name === chatModel?.name);
  const choose = useModelChoice(form, models);
  const hasDemo = models.some(({ name }) => name === demoName);
  return (
    <FormSection title={t('model')} help={t('modelHelp')}>
      {error && <p className={styles['problem']}>{t('componentsFailed', { reason: toMessage(error) })}</p>}
      <Field isDense label={t('modelLabel')} htmlFor={fieldId}>
        <SelectField
          id={fieldId}
          value={chatModel?.name ?? ''}
          options={models}
          emptyLabel={t('choose')}
          canBeEmpty={false}
          onChange={choose}
        />
      </Field>
      {!chatModel && hasDemo && (
        <div className={styles['offer']}>
          <p>{t('demoHelp')}</p>
          <Button size="small" onClick={() => choose(demoName)}>
            {t('demoOffer')}
          </Button>
        </div>
      )}
      {chatModel && models.length > 0 && !template && (
        <p className={styles['problem']} role="alert">
          {t('unknownModel', { name: chatModel.label || chatModel.name })}
        </p>
      )}
      {chatModel && template && (
        <PartForm
          key={template.name}
          part={chatModel}
          template={template}
          flowId={form.assistant.flowId}
          onChange={(next) => form.change({ chatModel: next })}
        />
      )}
    </FormSection>
  );
}

/** Chooses a model; one that was chosen before comes back with its parameters. */
function useModelChoice(form: AssistantForm, models: readonly NodeTemplate[]) {
  const left = useRef(new Map<string, AssistantPart>());
  return (name: string) => {
    const { chatModel } = form.details;
    if (chatModel) left.current.set(chatModel.name, chatModel);
    const template = models.find((model) => model.name === name);
    if (template) form.change({ chatModel: left.current.get(name) ?? newPart(template) });
  };
}
