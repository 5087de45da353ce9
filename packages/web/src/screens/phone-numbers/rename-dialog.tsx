import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { useState } from 'react';
import { useUpdateNumber } from '../../features/phone/numbers.queries.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { sentenceAt } from './use-card.ts';

/** Gives a number another name. */
export function RenameDialog({ record, onClose }: { record: AssistantPhoneNumber; onClose: () => void }) {
  const t = useTexts(phoneNumberTexts);
  const ui = useTexts(uiTexts);
  const [nickname, setNickname] = useState(readPhoneNumber(record).nickname);
  const update = useUpdateNumber();
  const save = () =>
    update.mutate({ id: record.id, body: { nickname: nickname.trim() } }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t('renameTitle')}
      width={440}
      onClose={onClose}
      onSubmit={save}
      isBusy={update.isPending}
      submitLabel={ui('save')}
    >
      <TextField
        label={t('nickname')}
        autoFocus
        value={nickname}
        error={update.error ? (sentenceAt(update.error, 'nickname') ?? toMessage(update.error)) : undefined}
        onChange={(event) => setNickname(event.target.value)}
      />
    </FormDialog>
  );
}
