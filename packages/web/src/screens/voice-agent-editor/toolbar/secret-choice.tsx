import { useQuery } from '@tanstack/react-query';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import { Plus, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { credentialsQuery } from '../../../kit/api/credentials.queries.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceToolTexts } from '../../../kit/texts/en/voice-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { useLlmField, useLlmSession } from '../llm/use-llm-session.ts';
import { vendorSecrets } from '../llm/vendor-secrets.ts';
import styles from './llm-dialog.module.css';

const CredentialDialog = lazy(() =>
  import('../../../kit/params/credential-dialog.tsx').then((module) => ({
    default: module.CredentialDialog,
  })),
);

const newest = '';
const demo = 'demo';

/** Whose key pays for the model: the newest secret of its vendor, a given one, or nobody's with the demo model. */
export function SecretChoice() {
  const t = useTexts(voiceToolTexts);
  const fieldId = useId();
  const session = useLlmSession();
  const model = useLlmField('model');
  const chosen = useLlmField('credentialId');
  const [isNew, setNew] = useState(false);
  const { data = [], isSuccess, error } = useQuery(credentialsQuery);
  const vendor = vendorSecrets[llmOptions.find(({ id }) => id === model)?.provider ?? 'openai'];
  const secrets = data.filter(({ credentialName }) => credentialName === vendor.kind);
  const choose = (id: string) => session.change({ credentialId: id === newest ? null : id });
  const options = [
    ...secrets.map(({ id, name, hint }) => ({ name: id, label: hint ? `${name} (…${hint})` : name })),
    { name: demo, label: t('demoModel') },
  ];
  const isMissing = chosen !== null && !options.some(({ name }) => name === chosen);
  const warning = () => {
    if (!isSuccess || chosen === demo) return '';
    if (isMissing) return t('secretGone', { vendor: vendor.name });
    return secrets.length === 0 ? t('noSecret', { vendor: vendor.name }) : '';
  };
  return (
    <Field isDense label={t('secret')} htmlFor={fieldId}>
      <div className={styles['withButton']}>
        <SelectField
          id={fieldId}
          value={chosen ?? newest}
          options={options}
          emptyLabel={t('newestSecret', { vendor: vendor.name })}
          canBeEmpty
          onChange={choose}
        />
        <IconButton label={t('newSecret', { vendor: vendor.name })} onClick={() => setNew(true)}>
          <Plus size={16} />
        </IconButton>
      </div>
      {error && <p className={styles['problem']}>{t('secretsFailed', { reason: toMessage(error) })}</p>}
      {warning() ? (
        <p className={styles['note']} role="status">
          <TriangleAlert size={16} aria-hidden />
          {warning()}
        </p>
      ) : (
        <p className={styles['help']}>{t(chosen === demo ? 'demoHelp' : 'secretHelp')}</p>
      )}
      {isNew && (
        <Suspense>
          <CredentialDialog
            credentialId=""
            kinds={[vendor.kind]}
            onClose={() => setNew(false)}
            onStored={(id) => {
              setNew(false);
              choose(id);
            }}
          />
        </Suspense>
      )}
    </Field>
  );
}
