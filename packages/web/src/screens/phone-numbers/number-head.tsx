import { useQuery } from '@tanstack/react-query';
import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { ArrowLeft, Ellipsis, Monitor, PhoneCall, PhoneIncoming } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countryName } from '../../features/phone/country-name.ts';
import { Flag } from '../../features/phone/flag.tsx';
import { phoneCallTexts } from '../../kit/texts/en/phone-call.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { CallDialog } from './call-dialog.tsx';
import { mostCounted, numberCallsQuery } from './calls.queries.ts';
import styles from './number-detail.module.css';
import { numberName } from './number-name.ts';
import { ReasonedButton } from './reasoned-button.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { SimulateDialog } from './simulate-dialog.tsx';
import { useNumberActions } from './use-number-actions.ts';

interface NumberHeadProps {
  record: AssistantPhoneNumber;
  overview: PhoneNumberOverview | undefined;
}

/** The number, what is known of it in one line, and what can be done with it. */
export function NumberHead({ record, overview }: NumberHeadProps) {
  const t = useTexts(phoneNumberTexts);
  const callWords = useTexts(phoneCallTexts);
  const navigate = useNavigate();
  const number = readPhoneNumber(record);
  const name = numberName(record, overview);
  const [opened, setOpened] = useState<'simulate' | 'rename' | 'call' | null>(null);
  const actions = useNumberActions(record, name, () => setOpened('rename'));
  const close = () => setOpened(null);
  const isLine = number.phoneNumber === '';
  const mayCall = number.provider !== null && number.provider !== 'browser';
  return (
    <header className={styles['head']}>
      <IconButton
        label={t('backToList')}
        className={styles['back']}
        onClick={() => navigate('/phone-numbers')}
      >
        <ArrowLeft size={20} />
      </IconButton>
      <div className={styles['title']}>
        <div>
          {isLine ? <Monitor size={22} strokeWidth={1.75} /> : <Flag country={overview?.country ?? null} />}
          <h2>{name}</h2>
          {!isLine && <CopyButton text={number.phoneNumber} label={t('copyNumber')} />}
        </div>
        <Facts record={record} overview={overview} />
      </div>
      <div className={styles['acts']}>
        <Button icon={<PhoneIncoming size={18} strokeWidth={1.75} />} onClick={() => setOpened('simulate')}>
          {t('simulate')}
        </Button>
        {!isLine && mayCall && (
          <PermittedButton
            needs="calls:dial"
            icon={<PhoneCall size={18} strokeWidth={1.75} />}
            onClick={() => setOpened('call')}
          >
            {callWords('call')}
          </PermittedButton>
        )}
        {!isLine && !mayCall && (
          <ReasonedButton reason={t('notConnected')} icon={<PhoneCall size={18} strokeWidth={1.75} />}>
            {t('callMe')}
          </ReasonedButton>
        )}
        <ActionMenu
          label={t('more', { number: name })}
          actions={actions}
          renderButton={(props) => (
            <IconButton {...props} label={t('more', { number: name })} className={styles['more']}>
              <Ellipsis size={20} />
            </IconButton>
          )}
        />
      </div>
      {opened === 'simulate' && <SimulateDialog numberId={record.id} number={name} onClose={close} />}
      {opened === 'call' && <CallDialog from={number.phoneNumber} number={name} onClose={close} />}
      {opened === 'rename' && <RenameDialog record={record} onClose={close} />}
    </header>
  );
}

const weekMs = 7 * 86_400_000;

function Facts({ record, overview }: NumberHeadProps) {
  const t = useTexts(phoneNumberTexts);
  const { phoneNumber, nickname, provider } = readPhoneNumber(record);
  const { data } = useQuery(numberCallsQuery(phoneNumber));
  const recent = data?.data.filter(({ createdAt }) => Date.now() - createdAt < weekMs).length;
  const isMore = recent === mostCounted && data?.hasMore;
  const facts = [
    phoneNumber === '' ? t('browserLineHelp') : nickname,
    overview?.country ? countryName(overview.country) : '',
    phoneNumber === '' ? '' : t(provider ?? 'notConnected'),
    recent === undefined ? '' : isMore ? t('manyCalls', { count: recent }) : t('calls7d', { count: recent }),
  ];
  return <p>{facts.filter((fact) => fact !== '').join('  ·  ')}</p>;
}
