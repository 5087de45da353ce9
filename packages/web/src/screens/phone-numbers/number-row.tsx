import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { Check, CircleDashed, Minus, Pause, PhoneIncoming, PhoneOutgoing, X } from 'lucide-react';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import { numberName } from './number-name.ts';
import styles from './number-row.module.css';

interface NumberRowProps {
  record: AssistantPhoneNumber;
  overview: PhoneNumberOverview | undefined;
  isEdited: boolean;
}

/** One number of the list: number, name, who answers, and its state. */
export function NumberRow({ record, overview, isEdited }: NumberRowProps) {
  const t = useTexts(phoneNumberTexts);
  const { phoneNumber, nickname } = readPhoneNumber(record);
  return (
    <span className={styles['row']}>
      <span className={styles['number']}>{numberName(record, overview)}</span>
      <span className={styles['state']}>
        {isEdited && <i role="img" aria-label={t('unsavedRow')} title={t('unsavedRow')} />}
        {overview && <State overview={overview} />}
      </span>
      <span className={styles['name']}>{phoneNumber === '' ? t('browserLineHelp') : nickname}</span>
      <Agent record={record} overview={overview} />
    </span>
  );
}

function State({ overview: { state, failing } }: { overview: PhoneNumberOverview }) {
  const t = useTexts(phoneNumberTexts);
  switch (state) {
    case 'browser':
      return <span className={styles['free']}>{t('free')}</span>;
    case 'ready':
      return <StatusChip tone="success" Icon={Check} label={t('ready')} />;
    case 'paused':
      return <StatusChip tone="quiet" Icon={Pause} label={t('paused')} />;
    case 'not-routed':
      return <StatusChip tone="quiet" Icon={Minus} label={t('notRouted')} />;
    case 'failing':
      return <StatusChip tone="error" Icon={X} label={t('failing', { count: failing })} />;
  }
}

function Agent({ record, overview }: Pick<NumberRowProps, 'record' | 'overview'>) {
  const t = useTexts(phoneNumberTexts);
  const { inboundAgents, outboundAgents } = readPhoneNumber(record);
  const isInbound = inboundAgents.length > 0;
  const isOutbound = !isInbound && outboundAgents.length > 0;
  const name = isInbound ? overview?.inboundAgentName : overview?.outboundAgentName;
  const Icon = isInbound ? PhoneIncoming : isOutbound ? PhoneOutgoing : CircleDashed;
  const words = isInbound || isOutbound ? (overview && (name ?? t('agentGone'))) || '' : t('noAgentYet');
  const does = isInbound ? t('answersCalls') : isOutbound ? t('makesCalls') : undefined;
  return (
    <span className={styles['agent']}>
      <Icon size={16} strokeWidth={1.75} aria-label={does} aria-hidden={does ? undefined : true} />
      <span>{words}</span>
    </span>
  );
}
