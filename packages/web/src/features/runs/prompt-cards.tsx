import type { ModelStepInput } from '@tendril/contract/run-event';
import { useState } from 'react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { type Texts, useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { estimateTokens } from './figures.ts';
import styles from './value-card.module.css';
import { ValueView } from './value-view.tsx';

type TraceKey = typeof traceTexts extends Texts<infer K> ? K : never;

const roleWords: Readonly<Record<string, TraceKey>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
};
const foldedLines = 24;

/** The exact prompt of a model call: a card for each message, then the tools and settings that went with it. */
export function PromptCards({ input }: { input: Omit<ModelStepInput, 'provider'> }) {
  const t = useTexts(traceTexts);
  const { messages, tools, settings } = input;
  return (
    <>
      {messages.map(({ role, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages of a sent prompt keep their places
        <MessageCard key={index} role={role} content={content} />
      ))}
      {tools && tools.length > 0 && <ValueView label={t('toolsOffered')} value={tools.join('\n')} />}
      {settings && Object.keys(settings).length > 0 && <ValueView label={t('settings')} value={settings} />}
    </>
  );
}

function MessageCard({ role, content }: { role: string; content: string }) {
  const t = useTexts(traceTexts);
  const [isWhole, setWhole] = useState(false);
  const lines = content.split('\n');
  const isLong = lines.length > foldedLines;
  const name = roleWords[role] ? t(roleWords[role]) : role;
  const count = estimateTokens(content);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a conversation has many; as landmarks they would all have one name
    <div role="group" className={styles['card']} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span>{t('tokensAbout', { count })}</span>
        <CopyButton text={content} label={t('copyMessage')} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long message is scrolled by keyboard too */}
      <pre tabIndex={0}>{isLong && !isWhole ? lines.slice(0, foldedLines).join('\n') : content}</pre>
      {isLong && (
        <button type="button" className={styles['more']} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('showLess') : t('showLines', { count: lines.length })}
        </button>
      )}
    </div>
  );
}
