import type { FlowTriggers } from '@tendril/contract/api/flow-triggers';
import { publicPrefix } from '@tendril/contract/api/prefixes';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { flowStartTexts } from '../../kit/texts/en/flow-starts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { CopyBox } from '../../kit/ui/copy-box.tsx';
import { CopyLine } from './copy-line.tsx';
import { useNewWebhookSecret } from './flow-starts.queries.ts';
import styles from './share-dialog.module.css';
import { webhookSample } from './webhook-sample.ts';

type Webhook = NonNullable<FlowTriggers['webhook']>;

interface WebhookStartProps {
  flowId: string;
  webhook: Webhook;
}

const answers = { sync: 'answersSync', async: 'answersAsync', stream: 'answersStream' } as const;

/** The address of a flow's webhook, and how its senders prove who they are. */
export function WebhookStart({ flowId, webhook }: WebhookStartProps) {
  const t = useTexts(flowStartTexts);
  const { method, isSigned, signatureType, signatureHeader: header, responseMode } = webhook;
  const renew = useNewWebhookSecret(flowId);
  const url = `${location.origin}${publicPrefix}/webhook/${flowId}`;
  const secret = renew.data?.secret ?? 'YOUR_SECRET';
  const help = `${t('webhookHelp', { method })} ${t(answers[responseMode])}`;
  return (
    <>
      <CopyLine label={t('webhookUrl')} text={url} help={help} />
      <section className={styles['sample']} aria-label={t('secret')}>
        <h3>{t('secret')}</h3>
        {!isSigned && <p>{t('unsigned')}</p>}
        {isSigned && <p>{t(signatureType === 'plain-token' ? 'signedToken' : 'signedHmac', { header })}</p>}
        {isSigned && <Secret webhook={webhook} renew={renew} />}
      </section>
      <section className={styles['sample']} aria-label={t('sampleCall')}>
        <h3>{t('sampleCall')}</h3>
        <CopyBox text={webhookSample(webhook, url, secret)} name={t('sampleCall')} look="block" />
      </section>
    </>
  );
}

interface SecretProps {
  webhook: Webhook;
  renew: ReturnType<typeof useNewWebhookSecret>;
}

function Secret({ webhook: { isSecretInFlow, secretHint }, renew }: SecretProps) {
  const t = useTexts(flowStartTexts);
  if (isSecretInFlow) return <p>{t('secretInFlow')}</p>;
  const shown = renew.data?.secret;
  return (
    <>
      {shown && <CopyBox text={shown} name={t('secret')} />}
      <p role="status">{shown ? t('secretShown') : secretHint || t('noSecret')}</p>
      <div>
        <Button
          size="small"
          isBusy={renew.isPending}
          onClick={() => renew.mutate(undefined, { onError: notifyError })}
        >
          {t(secretHint === '' ? 'makeSecret' : 'renewSecret')}
        </Button>
      </div>
    </>
  );
}
