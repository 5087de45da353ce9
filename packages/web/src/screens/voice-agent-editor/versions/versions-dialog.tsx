import { useQuery } from '@tanstack/react-query';
import type { AgentVersion } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { useState } from 'react';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { voiceVersionTexts } from '../../../kit/texts/en/voice-versions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { useLlmSession } from '../llm/use-llm-session.ts';
import { agentVersionsQuery, draftId, useRestoreAgent } from './agent-versions.queries.ts';
import { PublishForm } from './publish-form.tsx';
import { SnapshotDiffView } from './snapshot-diff-view.tsx';
import { VersionList } from './version-list.tsx';
import styles from './versions.module.css';

/** The draft and the published versions: what lies between them, publishing, and going back. */
export function VersionsDialog({ agent, onClose }: { agent: VoiceAgent; onClose: () => void }) {
  const t = useTexts(voiceVersionTexts);
  const { data, error, refetch } = useQuery({ ...agentVersionsQuery(agent.id), staleTime: 0 });
  const [chosenId, setChosenId] = useState(draftId);
  const versions = data?.data ?? [];
  const chosen = versions.find(({ id }) => id === chosenId);
  const live = versions.find(({ isLive }) => isLive);
  const restore = useRestore(agent, onClose);
  // The draft is held against what answers calls, a version against the draft.
  const beforeId = chosen ? chosen.id : live?.id;
  return (
    <Dialog
      isOpen
      title={t('title')}
      width={980}
      isBusy={restore.isBusy}
      onClose={onClose}
      actions={
        chosen ? (
          <Button isBusy={restore.isBusy} onClick={() => void restore.ask(chosen)}>
            {t('restore')}
          </Button>
        ) : (
          data && <PublishForm agentId={agent.id} isNeeded={!live || data.isDraftChanged} />
        )
      }
    >
      {error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList count={4} />}
      {data && (
        <div className={styles['columns']}>
          <VersionList
            versions={versions}
            isDraftChanged={data.isDraftChanged}
            chosenId={chosen?.id ?? draftId}
            onChoose={setChosenId}
          />
          <div className={styles['compare']}>
            <h3>
              {chosen
                ? t('againstDraft', { number: chosen.number })
                : live
                  ? t('againstLive', { number: live.number })
                  : t('neverTitle')}
            </h3>
            {beforeId ? (
              <SnapshotDiffView agentId={agent.id} beforeId={beforeId} afterId={draftId} />
            ) : (
              <p className={styles['same']}>{t('neverText')}</p>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function useRestore(agent: VoiceAgent, onDone: () => void) {
  const t = useTexts(voiceVersionTexts);
  const session = useLlmSession();
  const restore = useRestoreAgent(agent.id, agent.responseEngineLlmId);
  return {
    isBusy: restore.isPending,
    ask: async ({ id, number }: AgentVersion) => {
      const isSure = await confirm({
        title: t('restoreTitle', { number }),
        description: t('restoreText', { number }),
        confirmText: t('restore'),
      });
      // What is typed becomes part of the draft that is kept.
      if (!isSure || !(await session.flush())) return;
      try {
        await restore.mutateAsync(id);
        notify(t('restored', { number }), 'success');
        onDone();
      } catch (error) {
        notifyError(error);
      }
    },
  };
}
