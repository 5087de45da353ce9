import { useQuery } from '@tanstack/react-query';
import { type Carrier, type CarrierNumber, carrierKinds } from '@tendril/contract/api/phone-number-imports';
import { useId, useState } from 'react';
import { credentialsQuery } from '../../kit/api/credentials.queries.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { CredentialInput } from '../../kit/params/credential-input.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { phoneAddTexts } from '../../kit/texts/en/phone-add.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './add-dialogs.module.css';
import type { AddDialogProps } from './browser-line-dialog.tsx';
import { CarrierNumberList } from './carrier-number-list.tsx';
import { carrierNumbersQuery, useImportNumbers } from './import.queries.ts';

/** Takes numbers over from an account at a carrier. */
export function ImportDialog({ carrier, onClose, onAdded }: AddDialogProps & { carrier: Carrier }) {
  const t = useTexts(phoneAddTexts);
  const name = useTexts(phoneNumberTexts)(carrier);
  const fieldId = useId();
  const [credentialId, setCredentialId] = useOnlySecret(carrierKinds[carrier]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useQuery(carrierNumbersQuery(credentialId));
  const take = useImportNumbers(credentialId);
  const add = () =>
    take.mutate([...chosen], {
      onSuccess: ({ data, skipped }) => {
        if (skipped.length > 0) notify(t('skipped', { count: skipped.length }), 'warning');
        const [first] = data;
        if (!first) return onClose();
        notify(t('imported', { count: data.length }), 'success');
        onAdded(first.id);
      },
    });
  const input = {
    name: 'credentialId',
    label: t('account'),
    type: 'credential',
    credentialNames: [carrierKinds[carrier]],
  };
  return (
    <Dialog
      isOpen
      title={t('importTitle', { carrier: name })}
      width={600}
      onClose={onClose}
      isBusy={take.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={take.isPending}>
            {t('cancel')}
          </Button>
          <Button look="primary" isBusy={take.isPending} disabled={chosen.size === 0} onClick={add}>
            {t('importCount', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <Field label={t('account')} htmlFor={fieldId}>
        <CredentialInput
          fieldId={fieldId}
          input={input}
          value={credentialId}
          onChange={(id) => {
            setCredentialId(id);
            setChosen(new Set());
          }}
        />
        <small className={styles['help']}>{t('accountHelp', { carrier: name })}</small>
      </Field>
      {list.isFetching && !list.data && <SkeletonList count={3} />}
      {list.isError && !list.isFetching && (
        <ErrorState title={t('importFailed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <Found numbers={list.data.data} isCut={list.data.isCut} chosen={chosen} onChange={setChosen} />
      )}
      {take.error && (
        <p role="alert" className={styles['error']}>
          {toMessage(take.error)}
        </p>
      )}
    </Dialog>
  );
}

interface FoundProps {
  numbers: readonly CarrierNumber[];
  isCut: boolean;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Found({ numbers, isCut, chosen, onChange }: FoundProps) {
  const t = useTexts(phoneAddTexts);
  if (numbers.length === 0) return <p className={styles['help']}>{t('emptyAccount')}</p>;
  return (
    <>
      <CarrierNumberList numbers={numbers} chosen={chosen} onChange={onChange} />
      {isCut && <p className={styles['help']}>{t('cut')}</p>}
    </>
  );
}

/** The chosen secret; where there is only one of the kind, that one. */
function useOnlySecret(kind: string): [string, (id: string) => void] {
  const { data = [] } = useQuery(credentialsQuery);
  const [chosen, setChosen] = useState<string>();
  const own = data.filter(({ credentialName }) => credentialName === kind);
  return [chosen ?? (own.length === 1 ? (own[0]?.id ?? '') : ''), setChosen];
}
