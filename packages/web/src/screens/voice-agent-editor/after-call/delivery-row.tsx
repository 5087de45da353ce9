import type { WebhookDelivery } from '@tendril/contract/api/voice-webhooks';
import { CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react';
import { relativeTime } from '../../../kit/lib/relative-time.ts';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { StatusChip } from '../../../kit/ui/status-chip.tsx';
import styles from './after-call.module.css';

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  isBusy: boolean;
  onResend: () => void;
}

const looks = {
  waiting: { tone: 'info', Icon: Clock },
  delivered: { tone: 'success', Icon: CircleCheck },
  failed: { tone: 'error', Icon: CircleX },
} as const;

/** One event on its way: how far it came, and another try. */
export function DeliveryRow({ delivery, isBusy, onResend }: DeliveryRowProps) {
  const t = useTexts(voiceAfterCallTexts);
  const { event, state, attempts, lastStatus, lastError, lastMs, nextAt, createdAt, url, callId } = delivery;
  const { tone, Icon } = looks[state];
  const waitsFor = state === 'waiting' && nextAt !== null && attempts > 0 && nextAt > Date.now();
  const facts = [
    shortAge(createdAt),
    attempts > 0 && t('attempts', { count: attempts }),
    lastStatus !== null && state === 'delivered' && String(lastStatus),
    lastMs !== null && t('milliseconds', { ms: lastMs }),
    waitsFor && t('nextTry', { when: relativeTime(nextAt) }),
  ].filter(Boolean);
  return (
    <li className={styles['delivery']}>
      <div className={styles['about']}>
        <div className={styles['line']}>
          <code title={callId ?? undefined}>{event}</code>
          <StatusChip tone={tone} Icon={Icon} label={t(`state_${state}`)} />
        </div>
        <small title={url}>{facts.join(' · ')}</small>
        {lastError && state !== 'delivered' && <small data-error>{lastError}</small>}
      </div>
      <IconButton label={t('resend', { event })} size="small" aria-busy={isBusy} onClick={onResend}>
        <RotateCw size={16} />
      </IconButton>
    </li>
  );
}
