import type { TemplateDetail } from '@tendril/contract/api/template-gallery';
import { RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readChatSettings } from '../../features/chat/chat-settings.ts';
import { Conversation } from '../../features/chat/conversation.tsx';
import { useChat } from '../../features/chat/use-chat.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './sample-chat.module.css';
import { templateTransport } from './template-transport.ts';

const newSession = { isNewSession: true };

/** A chat with the template itself, before anything is made of it. */
export function SampleChat({ template }: { template: TemplateDetail }) {
  const t = useTexts(marketplacesTexts);
  const { id, greeting, questions, needs } = template;
  const transport = useMemo(() => templateTransport(id), [id]);
  const chat = useChat(transport, newSession);
  const settings = useMemo(() => {
    const starterPrompts = Object.fromEntries(questions.map((prompt, index) => [index, { prompt }]));
    return readChatSettings({ welcomeMessage: greeting, starterPrompts });
  }, [greeting, questions]);
  const box = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const isTried = params.has('try');
  useEffect(() => {
    if (isTried) box.current?.querySelector('textarea')?.focus();
  }, [isTried]);
  const isClosed = needs.some(({ isMet }) => isMet === false);
  return (
    <section ref={box} className={styles['chat']} aria-label={t('sample')}>
      <header className={styles['head']}>
        <h2>{t('sample')}</h2>
        <span>{t('sampleHelp')}</span>
        {chat.entries.length > 0 && (
          <IconButton
            label={t('startOver')}
            size="small"
            onClick={() => void chat.clear().catch(notifyError)}
          >
            <RotateCcw size={16} />
          </IconButton>
        )}
      </header>
      <Conversation
        chat={chat}
        settings={settings}
        look="panel"
        placeholder={t('ask')}
        emptyText={t('empty')}
        isOpen
        refusal={
          isClosed && (
            <>
              {t('keyFirst')} <Link to="/credentials">{t('addSecret')}</Link>
            </>
          )
        }
      />
    </section>
  );
}
