import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewPrompt } from '@tendril/contract/api/voice-agents';
import { call } from '../../../kit/api/call.ts';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { useLlmSession, useLlmState } from '../llm/use-llm-session.ts';
import styles from './left-pane.module.css';

/** The prompt as the model gets it, with the default values filled in; what is typed is saved before. */
export function FilledPreview({ agentId }: { agentId: string }) {
  const t = useTexts(voicePromptTexts);
  const session = useLlmSession();
  const revision = useLlmState(({ base }) => base.revision);
  const { data, error, refetch } = useQuery({
    queryKey: ['voice-agent', agentId, 'prompt-preview', revision],
    queryFn: async ({ signal }) => {
      await session.flush();
      return call(previewPrompt, { params: { id: agentId }, body: { variables: {} }, signal });
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error) {
    return (
      <div className={styles['preview']}>
        <ErrorState title={t('previewFailed')} error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) {
    return (
      <div className={styles['preview']}>
        <SkeletonList count={4} />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={styles['preview']} aria-label={t('previewOf')} tabIndex={0}>
      {data.missing.length > 0 && (
        <p className={styles['missing']}>{t('previewMissing', { names: data.missing.join(', ') })}</p>
      )}
      {data.beginMessage && (
        <div className={styles['begin']}>
          <h3>{t('previewBegin')}</h3>
          <p>{data.beginMessage}</p>
        </div>
      )}
      {data.prompt ? <p className={styles['filled']}>{data.prompt}</p> : <p>{t('previewEmpty')}</p>}
    </section>
  );
}
