import { useQuery } from '@tanstack/react-query';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { Link } from 'react-router';
import { numberOverviewsQuery, numbersQuery } from '../../../features/phone/numbers.queries.ts';
import { deploymentTexts } from '../../../kit/texts/en/deployment.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { AssignForm } from './assign-form.tsx';
import styles from './deployment.module.css';
import { LeadList } from './lead-list.tsx';

interface PhoneTabProps {
  agentId: string;
  agentName: string;
}

/** The numbers that lead to the agent, and one more. */
export function PhoneTab({ agentId, agentName }: PhoneTabProps) {
  const t = useTexts(deploymentTexts);
  const { data: records, error, refetch } = useQuery(numbersQuery);
  const { data: overviews } = useQuery(numberOverviewsQuery);
  const nameOf = ({ id, phoneNumber, ...rest }: AssistantPhoneNumber) => {
    const pretty = overviews?.find((one) => one.id === id)?.pretty || phoneNumber;
    const nickname = typeof rest['nickname'] === 'string' ? rest['nickname'] : '';
    return pretty || nickname;
  };
  if (error && !records)
    return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />;
  if (!records) return <SkeletonList count={3} />;
  return (
    <>
      {!records.some(isAtCarrier) && <p className={styles['carrier']}>{t('noCarrier')}</p>}
      <LeadList records={records} agentId={agentId} nameOf={nameOf} />
      {records.length > 0 ? (
        <AssignForm records={records} agentId={agentId} agentName={agentName} nameOf={nameOf} />
      ) : (
        <p className={styles['none']}>
          {t('noNumbers')} <Link to="/phone-numbers">{t('addNumber')}</Link>
        </p>
      )}
    </>
  );
}

/** Calls can come and go: a carrier is chosen, with its secret or trunk. */
function isAtCarrier(record: AssistantPhoneNumber): boolean {
  const { provider, connection } = readPhoneNumber(record);
  return provider === 'sip'
    ? connection.trunkUri !== ''
    : (provider === 'twilio' || provider === 'telnyx') && connection.credentialId !== '';
}
