import { MessageCircle } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PartBoundary } from '../../kit/ui/part-boundary.tsx';
import styles from './assistant-editor.module.css';
import type { AssistantForm } from './use-assistant-form.ts';

const ChatPanel = lazy(async () => ({
  default: (await import('../../features/chat/chat-panel.tsx')).ChatPanel,
}));
const TracePanel = lazy(async () => ({
  default: (await import('../../features/runs/trace-panel.tsx')).TracePanel,
}));

/** The conversation with the assistant as it was last saved, and the trace of an answer in its place. */
export function LiveChat({ form }: { form: AssistantForm }) {
  const t = useTexts(assistantTexts);
  const [tracedRun, setTracedRun] = useState<string | null>(null);
  const { flowId, problems } = form.assistant;
  const isReady = flowId !== null && !problems.some(({ path }) => path === 'chatModel');
  return (
    <section className={styles['live']} aria-label={t('chatTitle')}>
      <h2>{t('chatTitle')}</h2>
      {!form.details.chatModel && <EmptyState Icon={MessageCircle} title={t('chatNeedsModel')} />}
      {form.details.chatModel && flowId === null && (
        <EmptyState
          Icon={MessageCircle}
          title={t('chatNeedsSave')}
          action={
            <Button isBusy={form.isSaving} onClick={() => void form.save()}>
              {t('save')}
            </Button>
          }
        />
      )}
      {form.details.chatModel && flowId !== null && (
        <PartBoundary>
          <Suspense>
            <div className={styles['liveBody']} hidden={tracedRun !== null}>
              <ChatPanel
                flowId={flowId}
                flowName={form.details.name}
                canRun={!form.isDirty && isReady}
                onSaveFirst={() => void form.save()}
                onRunEvent={() => {}}
                onOpenTrace={setTracedRun}
                isOpen={tracedRun === null}
                asked="assistant"
              />
            </div>
            {tracedRun !== null && (
              <div className={styles['liveBody']}>
                <TracePanel flowId={flowId} runId={tracedRun} onClose={() => setTracedRun(null)} />
              </div>
            )}
          </Suspense>
        </PartBoundary>
      )}
    </section>
  );
}
