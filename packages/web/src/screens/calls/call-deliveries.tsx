import { useQuery } from '@tanstack/react-query';
import type { Call } from '@tendril/contract/api/calls';
import { RotateCw } from 'lucide-react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PermittedIconButton } from '../../kit/ui/permitted-icon-button.tsx';
import styles from './calls.module.css';
import { callDeliveriesQuery, useResendCallDelivery } from './calls.queries.ts';

/** What receivers were sent of a call, each with another try. */
export function CallDeliveries({ call: { id, agentId } }: { call: Call }) {
  const t = useTexts(callsTexts);
  const { data, error } = useQuery(callDeliveriesQuery(agentId, id));
  const resend = useResendCallDelivery(agentId);
  return (
    <section className={styles['fact']}>
      <h2>{t('webhooks')}</h2>
      {error && (
        <p role="alert" className={styles['fault']}>
          {t('webhooksFailed', { reason: toMessage(error) })}
        </p>
      )}
      {resend.error && (
        <p role="alert" className={styles['fault']}>
          {t('resendFailed', { reason: toMessage(resend.error) })}
        </p>
      )}
      {data?.length === 0 && <p className={styles['quiet']}>{t('noWebhooks')}</p>}
      <ul>
        {data?.map(({ id: deliveryId, event, state, lastStatus, lastMs, lastError }) => (
          <li key={deliveryId} data-state={state}>
            <span>
              <code>{event}</code>
              <small>
                {[
                  t(`sent_${state}`),
                  lastStatus !== null && String(lastStatus),
                  lastMs !== null && t('ms', { ms: lastMs }),
                  state !== 'delivered' && lastError,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <PermittedIconButton
              needs="webhooks:edit"
              label={t('resend', { event })}
              size="small"
              aria-busy={resend.isPending && resend.variables === deliveryId}
              onClick={() => resend.mutate(deliveryId)}
            >
              <RotateCw size={16} />
            </PermittedIconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
