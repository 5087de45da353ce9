import { useMutation, useQuery } from '@tanstack/react-query';
import { type Assistant, createAssistant, listVendorAssistants } from '@tendril/contract/api/assistants';
import { useId, useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { CredentialInput } from '../../kit/params/credential-input.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { openaiTexts } from '../../kit/texts/en/assistants.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { useRefreshAssistants, vendorDetailsOf } from './assistants.queries.ts';
import styles from './openai-assistants.module.css';

const keyInput = { name: 'credential', label: '', type: 'credential', credentialNames: ['openAIApi'] };

interface ReadVendorDialogProps {
  stored: readonly Assistant[];
  onClose: () => void;
}

/** Reads the assistants of a key from OpenAI, and keeps the chosen ones here. */
export function ReadVendorDialog({ stored, onClose }: ReadVendorDialogProps) {
  const t = useTexts(openaiTexts);
  const ui = useTexts(uiTexts);
  const keyId = useId();
  const [credential, setCredential] = useState('');
  const [isKeyMissing, setKeyMissing] = useState(false);
  const [asked, setAsked] = useState('');
  const [unwanted, setUnwanted] = useState<ReadonlySet<string>>(new Set());
  const found = useQuery({
    queryKey: ['vendor-assistants', asked],
    queryFn: ({ signal }) => call(listVendorAssistants, { query: { credential: asked }, signal }),
    enabled: asked !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const here = new Set(stored.map((assistant) => vendorDetailsOf(assistant).id));
  const isFresh = asked === credential && asked !== '';
  const all = isFresh ? (found.data ?? []) : [];
  const chosen = all.filter(({ id }) => !here.has(id) && !unwanted.has(id));
  const keep = useKeep(asked, onClose);
  const isBusy = found.isFetching || keep.isPending;
  const submit = () => {
    setKeyMissing(credential === '');
    if (isBusy || credential === '') return;
    if (chosen.length > 0) keep.mutate(chosen);
    else if (isFresh) void found.refetch();
    else setAsked(credential);
  };
  const error = (isFresh && found.error) || keep.error;
  return (
    <Dialog
      isOpen
      title={t('readTitle')}
      width={560}
      isBusy={keep.isPending}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {chosen.length > 0 ? t('keep', { count: chosen.length }) : t('readNow')}
          </Button>
        </>
      }
    >
      <Field isDense label={t('readKey')} htmlFor={keyId} hint={t('readKeyHint')}>
        <CredentialInput fieldId={keyId} input={keyInput} value={credential} onChange={setCredential} />
      </Field>
      {(isKeyMissing || error) && (
        <p role="alert" className={styles['problem']}>
          {error ? toMessage(error) : t('keyNeeded')}
        </p>
      )}
      {isFresh && found.data && (
        <p role="status">{all.length === 0 ? t('readNone') : t('readFound', { count: all.length })}</p>
      )}
      {all.length > 0 && (
        <ul className={styles['found']}>
          {all.map(({ id, name }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  disabled={here.has(id)}
                  checked={!here.has(id) && !unwanted.has(id)}
                  onChange={() => setUnwanted((before) => before.symmetricDifference(new Set([id])))}
                />
                <span>
                  {name || t('unnamed')}
                  <code>{here.has(id) ? t('isHere') : id}</code>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Stores assistants as returned by the provider. */
function useKeep(credential: string, onKept: () => void) {
  const t = useTexts(openaiTexts);
  const refresh = useRefreshAssistants();
  return useMutation({
    mutationFn: async (chosen: readonly object[]) => {
      for (const assistant of chosen) {
        const body = { details: JSON.stringify(assistant), type: 'OPENAI' as const, credential };
        await call(createAssistant, { body });
      }
      return chosen.length;
    },
    onSuccess: (count) => {
      notify(t('kept', { count }), 'success');
      onKept();
    },
    // Some may be stored even if a later one failed.
    onSettled: refresh,
  });
}
