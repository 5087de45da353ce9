import { MessageCircleOff } from 'lucide-react';
import { Link } from 'react-router';
import { defaultPath } from '../../kit/state/session-store.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { usePageTitle } from '../../kit/ui/page-head.tsx';
import styles from './chatbot-screen.module.css';

/** Shown where a chat does not exist or is not shared with the signed-in user. */
export function InvalidChatbot() {
  const t = useTexts(chatTexts);
  usePageTitle(t('invalidTitle'));
  return (
    <main className={styles['middle']}>
      <MessageCircleOff size={28} />
      <h1>{t('invalidTitle')}</h1>
      <p>{t('invalidHelp')}</p>
      <Link to={defaultPath}>{t('backToFlows')}</Link>
    </main>
  );
}
