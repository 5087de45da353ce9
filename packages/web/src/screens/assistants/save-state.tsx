import { TriangleAlert } from 'lucide-react';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './assistant-head.module.css';
import type { AssistantForm } from './use-assistant-form.ts';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

/** The save state as text. */
export function SaveState({ form }: { form: AssistantForm }) {
  const t = useTexts(assistantTexts);
  const { isSaving, isDirty, failure, savedAt } = form;
  const tone =
    failure !== '' && isDirty && !isSaving ? 'problem' : isDirty && !isSaving ? 'waiting' : 'quiet';
  const words = () => {
    if (isSaving) return t('saving');
    if (tone === 'problem') return t('saveFailed', { reason: failure });
    if (isDirty) return t('unsaved');
    return savedAt === null ? t('savedState') : t('savedAt', { time: clock.format(savedAt) });
  };
  return (
    <span className={styles['state']} data-tone={tone} role="status" title={words()}>
      {tone === 'problem' && <TriangleAlert size={14} aria-hidden />}
      {tone === 'waiting' && <i />}
      <span>{words()}</span>
    </span>
  );
}
