import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReplayWay, replayWays, startCallReplays } from '@tendril/contract/api/call-replays';
import type { Call } from '@tendril/contract/api/calls';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call as ask } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import styles from './call-dialogs.module.css';
import { useAgentVersions } from './use-agent-versions.ts';

/** Asks against what calls are replayed, and how; then shows how they come out. */
export function ReplayDialog({ calls, onClose }: { calls: readonly Call[]; onClose: () => void }) {
  const t = useTexts(callsTexts);
  const navigate = useNavigate();
  const client = useQueryClient();
  const agents = new Set(calls.map(({ agentId }) => agentId));
  const versions = useAgentVersions(agents.size === 1 ? calls[0]?.agentId : undefined);
  const [version, setVersion] = useState('draft');
  const [way, setWay] = useState<ReplayWay>('words');
  const ways = replayWays.filter((one) => one === 'words' || calls.every(({ recordingUrl }) => recordingUrl));
  const start = useMutation({
    mutationFn: () => ask(startCallReplays, { body: { callIds: calls.map(({ id }) => id), version, way } }),
    onSuccess: async ({ data }) => {
      await client.invalidateQueries({ queryKey: ['call-replays'] });
      await navigate(`/calls/replays/${data.id}`);
    },
  });
  return (
    <FormDialog
      title={t('replayMany', { count: calls.length })}
      submitLabel={t('replayStart')}
      isBusy={start.isPending}
      problem={start.error && toMessage(start.error)}
      onClose={onClose}
      onSubmit={() => start.mutate()}
    >
      <p>{t('replayHelp')}</p>
      <div className={styles['choices']}>
        <Field label={t('replayAgainst')}>
          <SelectMenu label={t('replayAgainst')} options={versions} value={version} onChange={setVersion} />
        </Field>
        <Field label={t('replayWay')}>
          <SelectMenu
            label={t('replayWay')}
            options={ways.map((value) => ({ value, label: t(`replayWay_${value}`) }))}
            value={way}
            onChange={setWay}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
