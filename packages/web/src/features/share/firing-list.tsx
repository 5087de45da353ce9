import { useQuery } from '@tanstack/react-query';
import type { FlowFiring } from '@tendril/contract/api/flow-triggers';
import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, SkipForward } from 'lucide-react';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { flowStartTexts } from '../../kit/texts/en/flow-starts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { StatusChip, type StatusTone } from '../../kit/ui/status-chip.tsx';
import { flowFiringsQuery, useRepeatFiring } from './flow-starts.queries.ts';
import styles from './share-dialog.module.css';
import { zonedText } from './zoned-text.ts';

interface FiringListProps {
  flowId: string;
  timezone: string | undefined;
}

const looks = {
  waiting: ['quiet', Clock, 'waiting'],
  started: ['info', Clock, 'started'],
  running: ['info', Clock, 'running'],
  done: ['success', CircleCheck, 'done'],
  failed: ['error', CircleX, 'failed'],
  cancelled: ['quiet', Ban, 'cancelled'],
  interrupted: ['error', CircleX, 'interrupted'],
  missed: ['warning', SkipForward, 'missedState'],
  skipped: ['warning', SkipForward, 'skipped'],
} as const satisfies Record<string, readonly [StatusTone, LucideIcon, string]>;

/** What has started the flow lately, and how it went; new starts appear while it is open. */
export function FiringList({ flowId, timezone }: FiringListProps) {
  const t = useTexts(flowStartTexts);
  const { data } = useQuery(flowFiringsQuery(flowId));
  const repeat = useRepeatFiring(flowId);
  if (!data) return null;
  if (data.data.length === 0) return <p className={styles['help']}>{t('historyEmpty')}</p>;
  return (
    <div className={styles['wide']}>
      <table>
        <caption>{t('history')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('repeat')}</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((firing) => (
            <tr key={firing.id}>
              <td>{zonedText(firing.dueAt, timezone)}</td>
              <td>
                <Status firing={firing} />
              </td>
              <td>
                <Button
                  size="small"
                  onClick={() =>
                    repeat.mutate(firing.id, {
                      onSuccess: () => notify(t('repeated'), 'success'),
                      onError: notifyError,
                    })
                  }
                >
                  {t('repeat')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Status({ firing: { state, runStatus, reason } }: { firing: FlowFiring }) {
  const t = useTexts(flowStartTexts);
  const name = runStatus && Object.hasOwn(looks, runStatus) ? (runStatus as keyof typeof looks) : state;
  const [tone, Icon, label] = looks[name];
  return <StatusChip tone={tone} Icon={Icon} label={t(label)} remark={reason ?? undefined} />;
}
