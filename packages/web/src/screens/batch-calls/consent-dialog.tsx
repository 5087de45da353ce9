import { useQuery } from '@tanstack/react-query';
import type { CallingConsent } from '@tendril/contract/api/calling-consent';
import { useId, useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { TextBox } from '../../kit/ui/text-box.tsx';
import styles from './batch-calls.module.css';
import { consentQuery, useChangeConsent } from './batch-calls.queries.ts';

/** How the people of the lists have agreed to be called. */
export function ConsentDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(batchCallsTexts);
  const { data } = useQuery(consentQuery);
  if (data === undefined)
    return (
      <Dialog isOpen title={t('consentTitle')} onClose={onClose}>
        <SkeletonList shape="rows" />
      </Dialog>
    );
  return <ConsentForm stored={data} onClose={onClose} />;
}

const bases = { opt_in: 'basisOptIn', customers: 'basisCustomers', other: 'basisElse' } as const;
const basisNames = Object.keys(bases) as (keyof typeof bases)[];

function ConsentForm({ stored, onClose }: { stored: CallingConsent | null; onClose: () => void }) {
  const t = useTexts(batchCallsTexts);
  const basisField = useId();
  const noteField = useId();
  const [basis, setBasis] = useState<CallingConsent['basis']>(stored?.basis ?? 'opt_in');
  const [note, setNote] = useState(stored?.note ?? '');
  const [coversPrograms, setCoversPrograms] = useState(stored?.coversPrograms ?? false);
  const save = useChangeConsent();
  const submit = () =>
    save.mutate(
      { basis, note, coversPrograms },
      {
        onSuccess: () => {
          notify(t('consentSaved'), 'success');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('consentTitle')}
      submitLabel={t('save')}
      isBusy={save.isPending}
      problem={save.error && toMessage(save.error)}
      width={560}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className={styles['help']}>{t('consentHelp')}</p>
      <Field label={t('basis')} htmlFor={basisField}>
        <SelectField
          id={basisField}
          value={basis}
          options={basisNames.map((name) => ({ name, label: t(bases[name]) }))}
          emptyLabel=""
          canBeEmpty={false}
          onChange={(name) => setBasis(basisNames.find((one) => one === name) ?? 'other')}
        />
      </Field>
      <Field label={t('note')} htmlFor={noteField}>
        <TextBox
          id={noteField}
          rows={3}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <SwitchField
        label={t('coversPrograms')}
        hint={t('coversProgramsHelp')}
        isOn={coversPrograms}
        onChange={setCoversPrograms}
      />
    </FormDialog>
  );
}
