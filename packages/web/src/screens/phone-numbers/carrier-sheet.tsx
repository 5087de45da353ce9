import { useQuery } from '@tanstack/react-query';
import { CopyLine } from '../../features/share/copy-line.tsx';
import { credentialsQuery } from '../../kit/api/credentials.queries.ts';
import { phoneAddTexts } from '../../kit/texts/en/phone-add.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './add-dialogs.module.css';
import type { SipDraft } from './sip-draft.ts';

/** The values for the carrier, to copy. */
export function CarrierSheet({ draft }: { draft: SipDraft }) {
  const t = useTexts(phoneAddTexts);
  const { data = [] } = useQuery(credentialsQuery);
  const secret = data.find(({ id }) => id === draft.credentialId);
  const port = draft.transport === 'tls' ? 5061 : 5060;
  const host = location.hostname;
  const origination = `sip:${draft.phoneNumber}@${host}:${port};transport=${draft.transport}`;
  const facts = [
    [t('user'), secret ? t('userText', { name: secret.name }) : t('noLogin')],
    [t('codecs'), t('codecsText')],
    [t('dtmf'), t('dtmfText')],
    [t('format'), t('formatText')],
  ] as const;
  return (
    <>
      <p className={styles['notice']}>{t('notYet')}</p>
      <p className={styles['help']}>{t('carrierHelp')}</p>
      <CopyLine label={t('origination')} text={origination} />
      <CopyLine
        label={t('termination')}
        text={`sip:${draft.trunkUri.replace(/^sips?:/, '')};transport=${draft.transport}`}
      />
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
