import type { Call } from '@tendril/contract/api/calls';
import { Ban } from 'lucide-react';
import { useAddDoNotCall } from '../../features/voice/do-not-call.queries.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { doNotCallTexts } from '../../kit/texts/en/do-not-call.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { callerName } from './caller-name.ts';

/** Puts the other side of a telephone call on the do-not-call list: they have asked for it. */
export function DoNotCallButton({ call }: { call: Call }) {
  const t = useTexts(doNotCallTexts);
  const add = useAddDoNotCall();
  const phoneNumber = callerName(call);
  const ask = async () => {
    const description = t('fromCallText', { number: phoneNumber });
    if (!(await confirm({ title: t('fromCall'), description, confirmText: t('addNow') }))) return;
    add.mutate(
      { phoneNumber, callId: call.id },
      {
        onSuccess: () => notify(t('addedNow', { number: phoneNumber }), 'success'),
        onError: (error) => notify(t('changeFailed', { reason: toMessage(error) }), 'error'),
      },
    );
  };
  return (
    <PermittedButton
      needs="calls:intervene"
      icon={<Ban size={20} />}
      isBusy={add.isPending}
      onClick={() => void ask()}
    >
      {t('fromCall')}
    </PermittedButton>
  );
}
