import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { Pause } from 'lucide-react';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ConnectionCard } from './connection-card.tsx';
import { HealthCard } from './health-card.tsx';
import styles from './number-detail.module.css';
import { NumberHead } from './number-head.tsx';
import { RecentCallsCard } from './recent-calls-card.tsx';
import { RoutingCard } from './routing-card.tsx';
import { WebhookCard } from './webhook-card.tsx';

/** Everything of one number, in cards that are saved by themselves. */
export function NumberDetail({
  record,
  overview,
}: {
  record: AssistantPhoneNumber;
  overview: PhoneNumberOverview | undefined;
}) {
  return (
    <div className={styles['detail']}>
      <NumberHead record={record} overview={overview} />
      <PausedNotice record={record} />
      <div className={styles['cards']}>
        <div>
          <RoutingCard record={record} />
          <ConnectionCard record={record} />
        </div>
        <div>
          <HealthCard numberId={record.id} />
          <RecentCallsCard phoneNumber={record.phoneNumber} />
        </div>
        <WebhookCard record={record} />
      </div>
    </div>
  );
}

function PausedNotice({ record }: { record: AssistantPhoneNumber }) {
  const t = useTexts(phoneNumberTexts);
  const { isPaused, fallbackNumber } = readPhoneNumber(record);
  if (!isPaused) return null;
  return (
    <p className={styles['paused']}>
      <Pause size={16} />
      {fallbackNumber ? t('pausedForwards', { number: fallbackNumber }) : t('pausedNotice')}
    </p>
  );
}
