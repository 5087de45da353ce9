import { Link } from 'react-router';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { AddressField } from './address-field.tsx';
import styles from './after-call.module.css';
import { DeliveryList } from './delivery-list.tsx';
import { EventChoice } from './event-choice.tsx';
import { SettingsGate } from './settings-gate.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookTest } from './webhook-test.tsx';

/** Where an agent sends its call events, and how the deliveries went. */
export function WebhookPanel({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const moved = (
    <span>
      {t('inboundMoved')}{' '}
      <Link to="/phone-numbers" className={styles['link'] ?? ''}>
        {t('toNumbers')}
      </Link>
    </span>
  );
  return (
    <SettingsGate agentId={agentId}>
      <div className={styles['settings']}>
        <AddressField agentId={agentId} setting="inboundWebhookUrl" label={t('inboundUrl')} hint={moved} />
        <div>
          <AddressField
            agentId={agentId}
            setting="webhookUrl"
            label={t('agentUrl')}
            hint={t('agentUrlHint')}
          />
          <WebhookTest agentId={agentId} />
        </div>
        <EventChoice agentId={agentId} />
        <WebhookSecret agentId={agentId} />
        <DeliveryList agentId={agentId} />
      </div>
    </SettingsGate>
  );
}
