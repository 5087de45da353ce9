import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useUpdateVoiceAgent } from '../../features/voice-agent/agent.queries.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './agent-detail.module.css';

const mostLetters = 200;

/**
 * The name of an agent, changed in place: Enter and leaving the field save it with one request, Escape leaves it as it
 * was, and so does an empty or unchanged name.
 */
export function AgentName({ agent }: { agent: VoiceAgent }) {
  const t = useTexts(voiceAgentsTexts);
  const update = useUpdateVoiceAgent(agent.id);
  const [draft, setDraft] = useState<string | null>(null);
  // The field that Enter or Escape removes still fires a blur event.
  const isDone = useRef(false);
  const isByKey = useRef(false);
  const shown = update.isPending ? (update.variables.agentName ?? agent.agentName) : agent.agentName;

  const finish = (isKept: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const agentName = (draft ?? '').trim();
    setDraft(null);
    if (!isKept || agentName === '' || agentName === agent.agentName) return;
    update.mutate({ agentName }, { onError: notifyError });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The button that gets the focus now would receive the same press.
    event.preventDefault();
    isByKey.current = true;
    finish(event.key === 'Enter');
  };
  if (draft === null)
    return (
      <div className={styles['name']}>
        <h2 title={shown}>{shown}</h2>
        <IconButton
          label={t('edit')}
          // Who ended the edit by a key stays where it began.
          autoFocus={isByKey.current}
          onClick={() => {
            isDone.current = false;
            isByKey.current = false;
            setDraft(shown);
          }}
        >
          <Pencil size={18} />
        </IconButton>
      </div>
    );
  return (
    <div className={styles['name']}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the press of Edit asks for it
        autoFocus
        aria-label={t('nameField')}
        maxLength={mostLetters}
        value={draft}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(true)}
      />
    </div>
  );
}
