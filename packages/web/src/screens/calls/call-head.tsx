import { useQuery } from '@tanstack/react-query';
import type { Call } from '@tendril/contract/api/calls';
import { FlaskConical, PhoneOff, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import { dollarsText } from '../../kit/lib/dollars-text.ts';
import { momentText } from '../../kit/lib/moment-text.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { voiceCallTexts } from '../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Crumb } from '../../kit/ui/crumb.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { CallState } from './call-state.tsx';
import { callTitle } from './call-title.ts';
import { callCostQuery, useStopCall } from './calls.queries.ts';
import { costText } from './cost-text.ts';
import { DoNotCallButton } from './do-not-call-button.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

interface CallHeadProps {
  call: Call;
  /** The caller's words are stored: tests and replays can be made of them. */
  hasWords: boolean;
  onMakeTest: () => void;
}

/** With whom a call was, when and how it ended; one in progress can be ended here. */
export function CallHead({ call, hasWords, onMakeTest }: CallHeadProps) {
  const t = useTexts(callsTexts);
  const voice = useTexts(voiceCallTexts);
  const stop = useStopCall(call.id);
  const { data: cost } = useQuery(callCostQuery(call.id, call.endedAt !== null));
  const reason = call.disconnectionReason;
  const facts = [
    call.agentName,
    momentText(call.startedAt ?? call.createdAt),
    clockText(call.durationMs),
    cost ? costText(cost) : dollarsText(call.costUsd),
    reason && (reason === 'user_hangup' ? t('callerLeft') : voice(`reason_${reason}`)),
  ].filter(Boolean);
  const end = () =>
    stop.mutate(undefined, {
      onSuccess: () => notify(t('stopped'), 'success'),
      onError: (error) => notify(t('stopFailed', { reason: toMessage(error) }), 'error'),
    });
  return (
    <>
      <Crumb label={t('back')} to="/calls" name={t('title')} />
      <PageHead
        title={callTitle(call)}
        help={facts.join(' · ')}
        guide="call"
        beside={
          <>
            <CallState call={call} />
            <CopyButton label={t('copyId')} text={call.id} />
          </>
        }
        actions={
          <>
            {call.kind === 'phone' && <DoNotCallButton call={call} />}
            {call.status === 'ongoing' && (
              <PermittedButton
                needs="calls:intervene"
                icon={<PhoneOff size={20} />}
                isBusy={stop.isPending}
                onClick={end}
              >
                {t('stop')}
              </PermittedButton>
            )}
            {call.endedAt !== null && hasWords && <EndedActs call={call} onMakeTest={onMakeTest} />}
          </>
        }
      />
    </>
  );
}

function EndedActs({ call, onMakeTest }: Omit<CallHeadProps, 'hasWords'>) {
  const t = useTexts(callsTexts);
  const [isReplaying, setReplaying] = useState(false);
  return (
    <>
      <PermittedButton needs="voice-agents:edit" icon={<FlaskConical size={20} />} onClick={onMakeTest}>
        {t('makeTest')}
      </PermittedButton>
      <PermittedButton
        needs="simulations:run"
        look="primary"
        icon={<RotateCcw size={20} />}
        onClick={() => setReplaying(true)}
      >
        {t('replay')}
      </PermittedButton>
      {isReplaying && <ReplayDialog calls={[call]} onClose={() => setReplaying(false)} />}
    </>
  );
}
