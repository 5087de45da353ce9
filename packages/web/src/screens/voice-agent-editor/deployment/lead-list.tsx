import { useQuery } from '@tanstack/react-query';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { Moon, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { Link } from 'react-router';
import { useUpdateNumber } from '../../../features/phone/numbers.queries.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { deploymentTexts } from '../../../kit/texts/en/deployment.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { agentVersionsQuery } from '../versions/agent-versions.queries.ts';
import styles from './deployment.module.css';
import { leadsTo, type NumberLead, removalOf } from './number-leads.ts';

interface LeadListProps {
  records: readonly AssistantPhoneNumber[];
  agentId: string;
  nameOf: (record: AssistantPhoneNumber) => string;
}

/** The numbers that name the agent, each with a way to end that. */
export function LeadList({ records, agentId, nameOf }: LeadListProps) {
  const t = useTexts(deploymentTexts);
  const leads = leadsTo(records, agentId);
  return (
    <section className={styles['part']} aria-label={t('leadsHere')}>
      <h3>{t('leadsHere')}</h3>
      {leads.length === 0 && <p className={styles['none']}>{t('noneLeadHere')}</p>}
      {leads.length > 0 && (
        <ul className={styles['leads']}>
          {leads.map((lead) => (
            <LeadLine
              key={`${lead.record.id} ${lead.direction} ${lead.versionId}`}
              lead={lead}
              agentId={agentId}
              name={nameOf(lead.record)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const icons = { inbound: PhoneIncoming, outbound: PhoneOutgoing, afterHours: Moon } as const;

function LeadLine({ lead, agentId, name }: { lead: NumberLead; agentId: string; name: string }) {
  const t = useTexts(deploymentTexts);
  const { data } = useQuery(agentVersionsQuery(agentId));
  const update = useUpdateNumber();
  const Icon = icons[lead.direction];
  const direction = t(lead.direction);
  const pinned = data?.data.find(({ id }) => id === lead.versionId);
  const version =
    lead.versionId === null ? t('live') : pinned ? t('version', { number: pinned.number }) : t('goneVersion');
  const percent = Math.round(lead.weight * 1000) / 10;
  const remove = () =>
    update.mutate(
      { id: lead.record.id, body: removalOf(lead, agentId) },
      { onSuccess: () => notify(t('removed', { number: name }), 'success'), onError: notifyError },
    );
  return (
    <li>
      <Icon size={16} strokeWidth={1.75} />
      <Link to={`/phone-numbers?number=${lead.record.id}`} aria-label={t('openNumber', { number: name })}>
        {name}
      </Link>
      <span>
        {direction} · {version}
        {percent < 100 && ` · ${t('share', { percent })}`}
      </span>
      <Button
        size="small"
        look="quiet"
        isBusy={update.isPending}
        aria-label={t('removeFrom', { number: name, direction })}
        onClick={remove}
      >
        {t('remove')}
      </Button>
    </li>
  );
}
