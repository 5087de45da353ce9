import type { Call } from '@tendril/contract/api/calls';
import type { CallAct } from '@tendril/contract/voice/call-act';
import { Hand, SendHorizontal, Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CallView } from '../../features/voice/call-view.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import { useInterveneInCall } from './calls.queries.ts';
import styles from './intervention-panel.module.css';

const needs = 'calls:intervene';
const variableName = '[A-Za-z_][A-Za-z0-9_.\\-]{0,63}';
const ways = ['whisper', 'say', 'variable'] as const;
type Way = (typeof ways)[number];

/** Whether it says who speaks. */
const isTurn = ({ type }: CallAct) => type === 'take-over' || type === 'give-back';

/** What somebody who watches a call in progress can do in it. */
export function InterventionPanel({ call, view }: { call: Call; view: CallView }) {
  const t = useTexts(callsTexts);
  const [way, setWay] = useState<Way>('whisper');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const intervene = useInterveneInCall(call.id);
  const isTurning = intervene.isPending && isTurn(intervene.variables);
  // Callbacks of `mutate` are those of the latest act only.
  const act = (what: CallAct, onFail?: () => void) =>
    void intervene.mutateAsync(what).catch((error: unknown) => {
      notify(t('actFailed', { reason: toMessage(error) }), 'error');
      onFail?.();
    });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (way !== 'variable' && text.trim() === '') return;
    // What happened is seen before the answer arrives: by then the next words are in the field.
    setText('');
    const giveBackWords = () => setText((typed) => (typed === '' ? text : typed));
    act(
      way === 'variable' ? { type: 'set-variables', values: { [name]: text } } : { type: way, text },
      giveBackWords,
    );
  };
  return (
    <section className={styles['panel']} aria-label={t('liveDesk')}>
      <div className={styles['head']}>
        <h2>{t('liveDesk')}</h2>
        <p role="status">{t(view.isTakenOver ? 'youSpeak' : 'agentSpeaks')}</p>
        <PermittedButton
          needs={needs}
          icon={view.isTakenOver ? <Undo2 size={20} /> : <Hand size={20} />}
          isBusy={isTurning}
          onClick={() => act({ type: view.isTakenOver ? 'give-back' : 'take-over' })}
        >
          {t(view.isTakenOver ? 'giveBack' : 'takeOver')}
        </PermittedButton>
      </div>
      <Segmented
        label={t('liveDesk')}
        segments={ways.map((value) => ({ value, label: t(`way_${value}`) }))}
        value={way}
        onChange={setWay}
      />
      <form className={styles['form']} onSubmit={send}>
        {way === 'variable' && (
          <TextInput
            aria-label={t('variableName')}
            placeholder={t('variableName')}
            value={name}
            pattern={variableName}
            required
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <TextInput
          aria-label={t(`field_${way}`)}
          placeholder={t(`field_${way}`)}
          value={text}
          maxLength={2000}
          onChange={(event) => setText(event.target.value)}
        />
        <PermittedButton
          needs={needs}
          type="submit"
          icon={<SendHorizontal size={20} />}
          disabled={way !== 'variable' && text.trim() === ''}
        >
          {t(`do_${way}`)}
        </PermittedButton>
      </form>
      <p className={styles['hint']}>{t(`hint_${way}`)}</p>
    </section>
  );
}
