import { useMutation } from '@tanstack/react-query';
import { connectPhoneNumber } from '@tendril/contract/api/phone-calls';
import { Plug } from 'lucide-react';
import { call } from '../../kit/api/call.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { phoneCheckTexts } from '../../kit/texts/en/phone-checks.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';

interface ConnectButtonProps {
  numberId: string;
  onConnected: () => void;
}

/** Lets the carrier send the calls of a number here. */
export function ConnectButton({ numberId, onConnected }: ConnectButtonProps) {
  const t = useTexts(phoneCheckTexts);
  const connect = useMutation({
    mutationFn: () => call(connectPhoneNumber, { params: { id: numberId } }),
    onSuccess: () => {
      notify(t('connectedHere'), 'success');
      onConnected();
    },
    onError: notifyError,
  });
  return (
    <PermittedButton
      needs={connectPhoneNumber.permits}
      size="small"
      icon={<Plug size={16} />}
      isBusy={connect.isPending}
      onClick={() => connect.mutate()}
    >
      {t('connectHere')}
    </PermittedButton>
  );
}
