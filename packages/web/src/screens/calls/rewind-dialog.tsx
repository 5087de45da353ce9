import type { Call } from '@tendril/contract/api/calls';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import { Transcript } from '../../features/voice/call-drawing/transcript.tsx';
import type { CallEntry, CallView } from '../../features/voice/call-view.ts';
import { historyBefore } from '../../features/voice/history-before.ts';
import { useTestCall } from '../../features/voice/use-test-call.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import styles from './call-dialogs.module.css';
import { useAgentVersions } from './use-agent-versions.ts';

interface RewindDialogProps {
  call: Call;
  view: CallView;
  /** The caller's line to go back to. */
  line: Extract<CallEntry, { kind: 'caller' }>;
  onClose: () => void;
}

/** A new call with the agent, or an older version, that begins with what was said before a line. */
export function RewindDialog({ call, view, line, onClose }: RewindDialogProps) {
  const t = useTexts(callsTexts);
  const test = useTestCall(call.agentId);
  const versions = useAgentVersions(call.agentId);
  const [version, setVersion] = useState('draft');
  const [channel, setChannel] = useState<'text' | 'audio'>('text');
  const history = historyBefore(view, view.entries.find(({ id }) => id === line.id) ?? line);
  const isOpen = test.state !== 'idle';
  return (
    <Dialog
      isOpen
      title={t('rewindTitle', { time: clockText(line.offsetMs) })}
      width={640}
      onClose={onClose}
      actions={
        isOpen ? (
          <Button look="danger" disabled={test.state === 'over'} onClick={test.call.hangUp}>
            {t('hangUp')}
          </Button>
        ) : (
          <Button look="primary" onClick={() => void test.call.start({ channel, version, history })}>
            {t('rewindStart')}
          </Button>
        )
      }
    >
      {isOpen ? (
        <Conversation test={test} words={line.text} />
      ) : (
        <>
          <p>{t('rewindHelp', { count: history.length })}</p>
          <div className={styles['choices']}>
            <Field label={t('rewindWith')}>
              <SelectMenu label={t('rewindWith')} options={versions} value={version} onChange={setVersion} />
            </Field>
            <Field label={t('rewindBy')}>
              <Segmented
                label={t('rewindBy')}
                segments={[
                  { value: 'text', label: t('byTyping') },
                  { value: 'audio', label: t('byVoice') },
                ]}
                value={channel}
                onChange={setChannel}
              />
            </Field>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The call; what the caller said there stands in the field, to be said again or otherwise. */
function Conversation({ test, words }: { test: ReturnType<typeof useTestCall>; words: string }) {
  const t = useTexts(callsTexts);
  const [text, setText] = useState(words);
  const { state, view, fault, call } = test;
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || state !== 'running') return;
    call.say(text.trim());
    setText('');
  };
  return (
    <>
      {fault && (
        <p role="alert" className={styles['fault']}>
          {fault.message || fault.code}
        </p>
      )}
      <div className={styles['conversation']}>
        <Transcript entries={view.entries} empty={t('rewindWaiting')} isThinking={view.isThinking} />
      </div>
      <form className={styles['say']} onSubmit={say}>
        <TextInput
          size="large"
          aria-label={t('saySomething')}
          placeholder={t('saySomething')}
          value={text}
          maxLength={10_000}
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
        <IconButton type="submit" size="large" label={t('send')} disabled={state !== 'running'}>
          <SendHorizontal size={20} />
        </IconButton>
      </form>
    </>
  );
}
