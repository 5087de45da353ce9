import { Keyboard, Mic, MicOff, PhoneOff, SendHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { phoneCheckTexts } from '../../kit/texts/en/phone-checks.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import { Transcript } from '../voice/call-drawing/transcript.tsx';
import type { TestCall, TestCallState } from '../voice/test-call-store.ts';
import { useTestCall } from '../voice/use-test-call.ts';
import styles from './browser-call.module.css';

interface BrowserCallProps {
  agentId: string;
  agentName: string;
  /** Null: the version that is live. */
  versionId: string | null;
  /** Stored with the call: its origin. */
  metadata?: Record<string, string>;
}

/** A call with an agent from this page, spoken or typed. Give it a new key for another agent or version. */
export function BrowserCall({ agentId, agentName, versionId, metadata = {} }: BrowserCallProps) {
  const t = useTexts(phoneCheckTexts);
  const { call, ...state } = useTestCall(agentId);
  const start = (channel: 'audio' | 'text') =>
    void call.start({ channel, version: versionId ?? 'live', metadata });
  const isGoing = state.state === 'connecting' || state.state === 'running';
  return (
    <section className={styles['call']} aria-label={t('callWith', { agent: agentName })}>
      <header>
        <strong>{agentName}</strong>
        {state.state === 'running' && <StatusChip tone="success" Icon={LiveDot} label={t('live')} />}
        {state.view.isDemo && <StatusChip tone="quiet" Icon={LiveDot} label={t('demo')} />}
        {!isGoing && (
          <span className={styles['starts']}>
            <Button size="small" icon={<Mic size={16} />} onClick={() => start('audio')}>
              {t('talk')}
            </Button>
            <Button size="small" icon={<Keyboard size={16} />} onClick={() => start('text')}>
              {t('type')}
            </Button>
          </span>
        )}
        {isGoing && (
          <span className={styles['starts']}>
            <IconButton
              label={t(state.isMuted ? 'unmute' : 'mute')}
              size="small"
              onClick={() => call.setMuted(!state.isMuted)}
            >
              {state.isMuted ? <MicOff size={16} /> : <Mic size={16} />}
            </IconButton>
            <Button size="small" look="danger" icon={<PhoneOff size={16} />} onClick={call.hangUp}>
              {t('hangUp')}
            </Button>
          </span>
        )}
      </header>
      {state.state !== 'idle' && <Lines agentId={agentId} state={state} call={call} />}
    </section>
  );
}

function LiveDot() {
  return <i className={styles['dot']} />;
}

function Lines({ agentId, state, call }: { agentId: string; state: TestCallState; call: TestCall }) {
  const t = useTexts(phoneCheckTexts);
  const { fault, view } = state;
  return (
    <>
      <div className={styles['lines']}>
        <Transcript
          entries={view.entries}
          empty={t(state.state === 'connecting' ? 'connecting' : 'waiting')}
        />
      </div>
      {fault && (
        <p role="alert" className={styles['fault']}>
          {t('callFailed', { reason: fault.message || fault.code })}{' '}
          <Link to={`/agent/${agentId}`}>{t('openAgent')}</Link>
        </p>
      )}
      {state.state === 'over' && !fault && <p role="status">{t('callOver')}</p>}
      {state.state === 'running' && <SayForm onSay={call.say} />}
    </>
  );
}

function SayForm({ onSay }: { onSay: (text: string) => void }) {
  const t = useTexts(phoneCheckTexts);
  const [text, setText] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (text.trim() === '') return;
    onSay(text.trim());
    setText('');
  };
  return (
    <form className={styles['say']} onSubmit={send}>
      <input
        aria-label={t('sayLabel')}
        placeholder={t('sayLabel')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <IconButton label={t('send')} type="submit">
        <SendHorizontal size={18} />
      </IconButton>
    </form>
  );
}
