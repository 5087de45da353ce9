import { Expand, Moon, RotateCcw, Shrink, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { switchTheme } from '../../kit/api/save-theme.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { useDisplay } from '../../kit/state/display-store.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { BotAvatar } from './bot-avatar.tsx';
import styles from './chat-head.module.css';
import type { ChatSettings } from './chat-settings.ts';

export interface ChatHeadProps {
  title: string;
  description: string;
  settings: Pick<ChatSettings, 'avatar' | 'look' | 'hasTitle'>;
  canRestart: boolean;
  onRestart: () => Promise<void>;
}

/** Picture and name of a chat, restart, theme and full screen; 64 high. */
export function ChatHead({ title, description, settings, canRestart, onRestart }: ChatHeadProps) {
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
    <header className={styles['head']} style={settings.look.title}>
      {settings.hasTitle && <BotAvatar title={title} source={settings.avatar} />}
      <div className={styles['words']}>
        <h1 className={settings.hasTitle ? undefined : 'visually-hidden'}>{title}</h1>
        {settings.hasTitle && description !== '' && <p>{description}</p>}
      </div>
      {canRestart && (
        <Button
          size="small"
          look="quiet"
          icon={<RotateCcw size={16} />}
          className={styles['restart'] ?? ''}
          onClick={() => void restart()}
        >
          {t('restart')}
        </Button>
      )}
      <IconButton label={t('switchTheme')} aria-pressed={isDarkMode} onClick={switchTheme}>
        {isDarkMode ? <Sun size={20} /> : <Moon size={20} />}
      </IconButton>
      <FullScreenButton />
    </header>
  );
}

/** Absent where the browser, or the frame around the page, allows no full screen. */
function FullScreenButton() {
  const t = useTexts(chatTexts);
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <IconButton
      label={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
      className={styles['full'] ?? ''}
      onClick={() => void toggle().catch(notifyError)}
    >
      {isFull ? <Shrink size={20} /> : <Expand size={20} />}
    </IconButton>
  );
}
