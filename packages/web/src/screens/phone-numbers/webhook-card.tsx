import type { InboundTest } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { Check, Send, X } from 'lucide-react';
import { useId } from 'react';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import cardStyles from './card.module.css';
import { Card } from './card.tsx';
import { sentenceAt, useCard } from './use-card.ts';
import { useTestWebhook } from './webhook.queries.ts';
import styles from './webhook-card.module.css';
import { WebhookSecret } from './webhook-secret.tsx';

const fields = ['inboundWebhookUrl'] as const;

/** Who is asked before a call is answered, with a test that shows what was understood. */
export function WebhookCard({ record }: { record: AssistantPhoneNumber }) {
  const t = useTexts(phoneNumberTexts);
  const fieldId = useId();
  const form = useCard(record, t('webhook'), fields);
  const test = useTestWebhook(record.id);
  const { inboundWebhookUrl: url } = form.number;
  const error = form.errorAt('inboundWebhookUrl') ?? sentenceAt(test.error, 'url');
  const send = () =>
    test.mutate(url, { onError: (thrown) => sentenceAt(thrown, 'url') === undefined && notifyError(thrown) });
  return (
    <Card title={t('webhook')} form={form}>
      <p className={styles['help']} id={`${fieldId}-help`}>
        {t('webhookHelp')}
      </p>
      <div className={styles['line']}>
        <TextInput
          id={fieldId}
          aria-label={t('webhook')}
          aria-describedby={`${fieldId}-help`}
          aria-invalid={error ? true : undefined}
          isMono
          type="url"
          spellCheck={false}
          placeholder="https://"
          value={url}
          onChange={(event) => {
            test.reset();
            form.edit({ inboundWebhookUrl: event.target.value.trim() });
          }}
        />
        {test.data && <Outcome test={test.data} />}
        <Button
          size="small"
          className={styles['send']}
          icon={<Send size={16} />}
          isBusy={test.isPending}
          disabled={url === ''}
          onClick={send}
        >
          {t('sendTest')}
        </Button>
      </div>
      {error && (
        <span className={cardStyles['error']} role="alert">
          {error}
        </span>
      )}
      {test.data?.understood && <Understood understood={test.data.understood} />}
      {url !== '' && <WebhookSecret numberId={record.id} />}
    </Card>
  );
}

function Outcome({ test: { isOk, status, ms, error } }: { test: InboundTest }) {
  const t = useTexts(phoneNumberTexts);
  return (
    <span role="status" className={styles['outcome']}>
      <StatusChip
        tone={isOk ? 'success' : 'error'}
        Icon={isOk ? Check : X}
        label={
          isOk ? t('answeredIn', { status: status ?? '', ms }) : t('failedIn', { error: error ?? '', ms })
        }
      />
    </span>
  );
}

function Understood({ understood }: { understood: NonNullable<InboundTest['understood']> }) {
  const t = useTexts(phoneNumberTexts);
  const { agentName, agentVersion, variables, metadata, problems } = understood;
  const lines: [string, string][] = [];
  if (agentName) {
    const version = agentVersion === null ? '' : `, ${t('overrideVersion', { version: agentVersion })}`;
    lines.push([t('inbound'), `${agentName}${version}`]);
  }
  if (Object.keys(variables).length > 0) lines.push([t('variables'), JSON.stringify(variables)]);
  if (Object.keys(metadata).length > 0) lines.push([t('metadata'), JSON.stringify(metadata)]);
  if (lines.length === 0 && problems.length === 0)
    return <p className={styles['help']}>{t('understoodNothing')}</p>;
  return (
    <dl className={styles['understood']} aria-label={t('understood')}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {problems.map(({ path, message }) => (
        <div key={path} data-problem>
          <dt>{path}</dt>
          <dd>{message}</dd>
        </div>
      ))}
    </dl>
  );
}
