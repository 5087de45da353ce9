import { useQuery } from '@tanstack/react-query';
import type { Call } from '@tendril/contract/api/calls';
import { PhoneIncoming, PhoneOutgoing, X } from 'lucide-react';
import { useState } from 'react';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { numberCallsQuery } from './calls.queries.ts';
import { Card } from './card.tsx';
import styles from './recent-calls-card.module.css';

const shownAtFirst = 5;
const dayMs = 86_400_000;

/** The newest calls of a number. */
export function RecentCallsCard({ phoneNumber }: { phoneNumber: string }) {
  const t = useTexts(phoneNumberTexts);
  const ui = useTexts(uiTexts);
  const { data, isError, refetch } = useQuery(numberCallsQuery(phoneNumber));
  const [shown, setShown] = useState(shownAtFirst);
  const calls = data?.data ?? [];
  const more = (
    <Button size="small" look="quiet" className={styles['more']} onClick={() => setShown(shown + 20)}>
      {t('showMore')}
    </Button>
  );
  return (
    <Card title={t('recentCalls')} aside={calls.length > shown && more} isFlush>
      {isError && (
        <p className={styles['note']}>
          {t('callsFailed')}
          <Button size="small" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
        </p>
      )}
      {!isError && calls.length === 0 && (
        <p className={styles['note']}>
          {t('noCalls')}
          <small>{t('noCallsHelp')}</small>
        </p>
      )}
      {calls.length > 0 && (
        <ul className={styles['calls']}>
          {calls.slice(0, shown).map((one) => (
            <CallLine key={one.id} call={one} phoneNumber={phoneNumber} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function CallLine({ call, phoneNumber }: { call: Call; phoneNumber: string }) {
  const t = useTexts(phoneNumberTexts);
  const isFailed = call.status === 'error' || call.status === 'not_connected';
  const isInbound = call.direction === 'inbound';
  const other = isInbound ? call.fromNumber : call.toNumber;
  const Icon = isFailed ? X : isInbound ? PhoneIncoming : PhoneOutgoing;
  const kind = isFailed ? 'failed' : isInbound ? 'inbound' : 'outbound';
  return (
    <li data-kind={kind} title={call.agentName}>
      <span role="img" aria-label={t(`${kind}Call`)}>
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <span className={styles['who']}>{other && other !== phoneNumber ? other : t('hidden')}</span>
      <time dateTime={new Date(call.createdAt).toISOString()}>{timeWords(call.createdAt)}</time>
      <span className={styles['length']}>{clockText(call.durationMs)}</span>
    </li>
  );
}

function timeWords(at: number): string {
  const isToday = Date.now() - at < dayMs && new Date(at).getDate() === new Date().getDate();
  return isToday
    ? new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
