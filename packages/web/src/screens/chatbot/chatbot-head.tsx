import { Moon, RotateCcw, Sun } from 'lucide-react';
import { switchTheme } from '../../shell/keep-theme.ts';
import { confirm } from '../../state/confirm-store.ts';
import { useDisplay } from '../../state/display-store.ts';
import { notifyError } from '../../state/notifier-store.ts';
import { chatTexts } from '../../texts/en/chat.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './chatbot-head.module.css';
import { initialsOf } from './initials-of.ts';

export interface ChatbotHeadProps {
  title: string;
  description: string;
  canRestart: boolean;
  onRestart: () => Promise<void>;
}

/** Name, restart and theme of a chat page, 64 high. */
export function ChatbotHead({ title, description, canRestart, onRestart }: ChatbotHeadProps) {
  const t = useTexts(chatTexts);
  const isDarkMode = useDisplay((display) => display.isDarkMode);
  const restart = async () => {
    const isSure = await confirm({
      title: t('clearTitle'),
      description: t('clearQuestion'),
      confirmText: t('clearConfirm'),
      isDanger: true,
    });
    if (isSure) await onRestart().catch(notifyError);
  };
  return (
    <header className={styles['head']}>
      <span className={styles['avatar']} aria-hidden="true">
        {initialsOf(title)}
      </span>
      <div className={styles['words']}>
        <h1>{title}</h1>
        {description !== '' && <p>{description}</p>}
      </div>
      {canRestart && (
        <Button
          size="small"
          look="quiet"
          icon={<RotateCcw size={16} />}
          className={styles['restart'] ?? ''}
          onClick={restart}
        >
          {t('restart')}
        </Button>
      )}
      <IconButton label={t('switchTheme')} aria-pressed={isDarkMode} onClick={switchTheme}>
        {isDarkMode ? <Sun size={20} /> : <Moon size={20} />}
      </IconButton>
    </header>
  );
}
