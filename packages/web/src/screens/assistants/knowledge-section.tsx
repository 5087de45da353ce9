import { useQuery } from '@tanstack/react-query';
import type { AssistantKnowledge } from '@tendril/contract/flow/assistant-details';
import { Library, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { SwitchField } from '../../features/flow-settings/fields/switch-field.tsx';
import { toMessage } from '../../kit/lib/to-message.ts';
import { TextArea } from '../../kit/params/text-area.tsx';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './assistant-editor.module.css';
import { assistantStoresQuery } from './assistants.queries.ts';
import { FormSection } from './form-section.tsx';
import type { AssistantForm } from './use-assistant-form.ts';

/** The knowledge bases that the assistant searches. */
export function KnowledgeSection({ form }: { form: AssistantForm }) {
  const t = useTexts(assistantTexts);
  const { data, error } = useQuery(assistantStoresQuery);
  const chosen = form.details.documentStores;
  const free = (data ?? []).filter(({ name }) => !chosen.some(({ id }) => id === name));
  const put = (documentStores: AssistantKnowledge[]) => form.change({ documentStores });
  return (
    <FormSection
      title={t('knowledge')}
      help={t('knowledgeHelp')}
      acts={
        free.length > 0 && (
          <ActionMenu
            label={t('addKnowledge')}
            actions={free.map(({ name, label, description }) => ({
              id: name,
              label,
              Icon: Library,
              onSelect: () =>
                put([...chosen, { id: name, name: label, description, returnSourceDocuments: true }]),
            }))}
            renderButton={(props) => (
              <Button {...props} size="small" look="quiet" icon={<Plus size={16} />}>
                {t('addKnowledge')}
              </Button>
            )}
          />
        )
      }
    >
      {error && <p className={styles['problem']}>{t('componentsFailed', { reason: toMessage(error) })}</p>}
      {data?.length === 0 && (
        <p className={styles['quiet']}>
          {t('noStores')} <Link to="/document-stores">{t('toStores')}</Link>
        </p>
      )}
      {chosen.map((store) => (
        <StoreEntry
          key={store.id}
          store={store}
          isThere={!data || data.some(({ name }) => name === store.id)}
          onChange={(next) => put(chosen.map((one) => (one.id === store.id ? next : one)))}
          onRemove={() => put(chosen.filter((one) => one.id !== store.id))}
        />
      ))}
    </FormSection>
  );
}

interface StoreEntryProps {
  store: AssistantKnowledge;
  isThere: boolean;
  onChange: (store: AssistantKnowledge) => void;
  onRemove: () => void;
}

function StoreEntry({ store, isThere, onChange, onRemove }: StoreEntryProps) {
  const t = useTexts(assistantTexts);
  const fieldId = useId();
  const name = store.name || store.id;
  return (
    <div className={styles['entry']}>
      <div className={styles['entryHead']}>
        <Library size={18} aria-hidden />
        <strong>{name}</strong>
        <IconButton label={t('remove', { name })} size="small" onClick={onRemove}>
          <X size={16} />
        </IconButton>
      </div>
      <div className={styles['entryBody']}>
        {!isThere && <p className={styles['problem']}>{t('storeGone')}</p>}
        <Field
          isDense
          label={t('storeDescription')}
          htmlFor={fieldId}
          hint={t('storeDescriptionHint', { name })}
        >
          <TextArea
            id={fieldId}
            text={store.description}
            rows={2}
            onChange={(description) => onChange({ ...store, description })}
          />
        </Field>
        <SwitchField
          label={t('returnSources')}
          help={t('returnSourcesHelp')}
          isOn={store.returnSourceDocuments}
          onChange={(returnSourceDocuments) => onChange({ ...store, returnSourceDocuments })}
        />
      </div>
    </div>
  );
}
