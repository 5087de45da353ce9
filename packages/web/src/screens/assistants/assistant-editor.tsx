import type { Assistant } from '@tendril/contract/api/assistants';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import styles from './assistant-editor.module.css';
import { AssistantHead } from './assistant-head.tsx';
import { InstructionSection } from './instruction-section.tsx';
import { KnowledgeSection } from './knowledge-section.tsx';
import { LiveChat } from './live-chat.tsx';
import { MemorySection } from './memory-section.tsx';
import { ModelSection } from './model-section.tsx';
import { ToolsSection } from './tools-section.tsx';
import { type AssistantForm, useAssistantForm } from './use-assistant-form.ts';
import { useLeaveForm } from './use-leave-form.ts';

/** Saves with Ctrl S from anywhere. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** An open assistant: its form at the start, the chat with it at the end; one of both in a narrow window. */
export function AssistantEditor({ opened }: { opened: Assistant }) {
  const t = useTexts(assistantTexts);
  const form = useAssistantForm(opened);
  const [pane, setPane] = useState<'form' | 'chat'>('form');
  // A deleted assistant has nothing left to save.
  const [isGone, setGone] = useState(false);
  useLeaveForm(form.isDirty && !isGone);
  useSaveKey(() => form.canSave && void form.save());
  return (
    <div className={styles['editor']} data-pane={pane}>
      <AssistantHead form={form} onRemoved={() => setGone(true)} />
      {form.isStale && <StaleBar form={form} />}
      <div className={styles['switch']}>
        <Segmented
          label={t('panes')}
          segments={[
            { value: 'form', label: t('form') },
            { value: 'chat', label: t('chat') },
          ]}
          value={pane}
          onChange={setPane}
        />
      </div>
      <div className={styles['panes']}>
        <div className={styles['form']}>
          <ModelSection form={form} />
          <InstructionSection form={form} />
          <KnowledgeSection form={form} />
          <ToolsSection form={form} />
          <MemorySection form={form} />
        </div>
        <div className={styles['chat']}>
          <LiveChat form={form} />
        </div>
      </div>
    </div>
  );
}

function StaleBar({ form }: { form: AssistantForm }) {
  const t = useTexts(assistantTexts);
  return (
    <div className={styles['stale']} role="alert">
      <TriangleAlert size={18} aria-hidden />
      <p>{t('staleTitle')}</p>
      <Button size="small" onClick={() => void form.loadTheirs().catch(notifyError)}>
        {t('staleLoad')}
      </Button>
      <Button size="small" onClick={() => void form.saveOver()}>
        {t('staleKeep')}
      </Button>
    </div>
  );
}
