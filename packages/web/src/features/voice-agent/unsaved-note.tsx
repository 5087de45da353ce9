import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './settings-form.module.css';

/** How many changes wait for their save. */
export function UnsavedNote({ count }: { count: number }) {
  const t = useTexts(voiceSettingsTexts);
  if (count === 0) return null;
  return <span className={styles['unsaved']}>{t('unsaved', { count })}</span>;
}
