import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { flowStartTexts } from '../../kit/texts/en/flow-starts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { CopyLine } from './copy-line.tsx';
import { FiringList } from './firing-list.tsx';
import { flowStartsQuery } from './flow-starts.queries.ts';
import { PublicNotice } from './public-notice.tsx';
import { ScheduleStart } from './schedule-start.tsx';
import styles from './share-dialog.module.css';
import type { ShareTabProps } from './share-tab.ts';
import { WebhookStart } from './webhook-start.tsx';

/** What starts the flow beside a chat: its form, its webhook or its schedule, and what they have led to. */
export function StartTab({ flowId, access }: ShareTabProps) {
  const t = useTexts(flowStartTexts);
  const { data, error, refetch } = useQuery(flowStartsQuery(flowId));
  if (!data && error)
    return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList shape="rows" count={4} />;
  const { start, webhook, schedule, isPublished } = data;
  return (
    <>
      {start !== 'chat' && !isPublished && <p className={styles['help']}>{t('draftOnly')}</p>}
      {start === 'chat' && <p className={styles['help']}>{t('chat')}</p>}
      {start === 'form' && <FormStart flowId={flowId} access={access} />}
      {webhook && <WebhookStart flowId={flowId} webhook={webhook} />}
      {schedule && <ScheduleStart flowId={flowId} schedule={schedule} isPublished={isPublished} />}
      {(webhook || schedule) && <FiringList flowId={flowId} timezone={schedule?.timezone} />}
    </>
  );
}

function FormStart({ flowId, access }: Pick<ShareTabProps, 'flowId' | 'access'>) {
  const t = useTexts(flowStartTexts);
  const link = `${location.origin}/form/${flowId}`;
  return (
    <>
      <PublicNotice flowId={flowId} access={access} />
      <CopyLine label={t('formLink')} text={link} help={t('formHelp')}>
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('open')} <ExternalLink size={14} />
        </a>
      </CopyLine>
    </>
  );
}
