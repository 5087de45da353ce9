import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import styles from './after-call.module.css';
import { DeliveryRow } from './delivery-row.tsx';
import { deliveriesQuery, useResendDelivery } from './webhook.queries.ts';

/** What was sent, what still waits, and what was given up. */
export function DeliveryList({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const deliveries = useQuery(deliveriesQuery(agentId));
  const resend = useResendDelivery(agentId);
  const { data, error } = deliveries;
  const fault = error
    ? t('deliveriesFailed', { reason: toMessage(error) })
    : resend.error && t('resendFailed', { reason: toMessage(resend.error) });
  return (
    <div>
      <div className={styles['head']}>
        <span className={styles['label']}>{t('deliveries')}</span>
        <IconButton label={t('refresh')} size="small" onClick={() => void deliveries.refetch()}>
          <RefreshCw size={16} />
        </IconButton>
      </div>
      {fault && (
        <p role="alert" className={styles['fault']}>
          {fault}
        </p>
      )}
      {!data && !error && (
        <p role="status" className={styles['quiet']}>
          {t('loading')}
        </p>
      )}
      {data?.length === 0 && <p className={styles['quiet']}>{t('noDeliveries')}</p>}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t('deliveries')}>
          {data.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isBusy={resend.isPending && resend.variables === delivery.id}
              onResend={() => resend.mutate(delivery.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
