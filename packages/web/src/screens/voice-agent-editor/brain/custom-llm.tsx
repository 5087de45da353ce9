import type { AgentBrain } from '@tendril/contract/voice/voice-agent';
import { useState } from 'react';
import { useUpdateAgentSettings } from '../../../features/voice-agent/agent.queries.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { voiceBrainTexts } from '../../../kit/texts/en/voice-brain.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import styles from './brain.module.css';

const longestUrl = 2000;

interface CustomLlmProps {
  agentId: string;
  brain: Extract<AgentBrain, { type: 'custom-llm' }>;
}

const isSocketAddress = (text: string) => /^wss?:\/\/[^\s/]/i.test(text) && URL.canParse(text);

/** A program of one's own that answers over a WebSocket; its address is saved by its button or Enter. */
export function CustomLlm({ agentId, brain }: CustomLlmProps) {
  const t = useTexts(voiceBrainTexts);
  const save = useUpdateAgentSettings(agentId);
  const [text, setText] = useState(brain.url);
  const [isLeft, setLeft] = useState(false);
  const url = text.trim();
  const isGood = url === '' || isSocketAddress(url);
  const isChanged = url !== brain.url;
  const problem = () => {
    if (isLeft && !isGood) return t('socketWrong');
    return save.isError && isChanged ? t('socketFailed', { reason: toMessage(save.error) }) : undefined;
  };
  const submit = () => {
    setLeft(true);
    if (isGood && isChanged) save.mutate({ brain: { type: 'custom-llm', url } });
  };
  return (
    <form
      className={styles['custom']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t('socket')}
        value={text}
        maxLength={longestUrl}
        placeholder="wss://…"
        spellCheck={false}
        inputMode="url"
        error={problem()}
        hint={url === '' ? t('socketEmpty') : t('socketHelp')}
        onBlur={() => setLeft(true)}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles['saveRow']}>
        <span role="status" data-open={isChanged || undefined}>
          {t(isChanged ? 'socketUnsaved' : 'socketSaved')}
        </span>
        <Button size="small" type="submit" isBusy={save.isPending} disabled={!isChanged}>
          {t('save')}
        </Button>
      </div>
      <dl className={styles['protocol']}>
        <dt>{t('protocol')}</dt>
        <dd>{t('protocolText')}</dd>
      </dl>
    </form>
  );
}
