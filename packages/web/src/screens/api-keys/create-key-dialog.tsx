import type { KeyScope } from '@tendril/contract/api/api-keys';
import type { Permission } from '@tendril/contract/permission';
import { useState } from 'react';
import { ChoiceField } from '../../features/flow-settings/fields/choice-field.tsx';
import { RequestError } from '../../kit/api/request-error.ts';
import { fullYear } from '../../kit/lib/full-year.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useCreateKey } from './api-keys.queries.ts';
import { chosenAccess } from './chosen-access.ts';
import { type ChosenFlow, FlowPicker } from './flow-picker.tsx';
import { type ExpiryChoice, expiryOf } from './key-expiry.ts';
import { KeyPermissions } from './key-permissions.tsx';
import { ScopeField } from './scope-field.tsx';
import { ShownKeyDialog } from './shown-key-dialog.tsx';

type FieldErrors = Partial<Record<'keyName' | 'flowIds' | 'permissions' | 'expiresAt', string>>;

/** Creates a key and shows its secret once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const create = useCreateKey();
  const [keyName, setKeyName] = useState('');
  const [scope, setScope] = useState<KeyScope>('full');
  const [flows, setFlows] = useState<ChosenFlow[]>([]);
  const [permissions, setPermissions] = useState<ReadonlySet<Permission>>(new Set());
  const [expiry, setExpiry] = useState<ExpiryChoice>('never');
  const [date, setDate] = useState('');
  const [missing, setMissing] = useState<FieldErrors>({});
  if (create.data) return <ShownKeyDialog made={create.data} onClose={onClose} />;
  const submit = () => {
    if (create.isPending) return;
    const expiresAt = expiryOf(expiry, date, Date.now());
    const found: FieldErrors = {
      ...(keyName.trim() === '' && { keyName: t('nameNeeded') }),
      ...(scope === 'flows' && flows.length === 0 && { flowIds: t('flowsNeeded') }),
      ...(scope === 'custom' && permissions.size === 0 && { permissions: t('permissionsNeeded') }),
      ...(expiresAt === undefined && { expiresAt: t('dateNeeded') }),
    };
    setMissing(found);
    if (expiresAt === undefined || Object.keys(found).length > 0) return;
    const body = { keyName: keyName.trim(), ...chosenAccess(scope, flows, permissions), expiresAt };
    create.mutate(body, { onSuccess: () => notify(t('added'), 'success') });
  };
  const errors = { ...refusedFields(create.error), ...missing };
  return (
    <FormDialog
      title={t('createTitle')}
      width={520}
      onClose={onClose}
      isBusy={create.isPending}
      onSubmit={submit}
      submitLabel={t('create')}
    >
      <TextField
        autoFocus
        label={t('name')}
        hint={t('nameHint')}
        maxLength={100}
        value={keyName}
        onChange={(event) => setKeyName(event.target.value)}
        error={errors.keyName}
      />
      <ScopeField value={scope} onChange={setScope} />
      {scope === 'flows' && <FlowPicker chosen={flows} onChange={setFlows} error={errors.flowIds} />}
      {scope === 'custom' && (
        <KeyPermissions chosen={permissions} onChange={setPermissions} error={errors.permissions} />
      )}
      <ChoiceField
        label={t('expires')}
        value={expiry}
        options={[
          { name: 'never', label: t('never') },
          { name: '30', label: t('in30Days') },
          { name: '90', label: t('in90Days') },
          { name: 'date', label: t('onDate') },
        ]}
        onChange={(name) => setExpiry(name as ExpiryChoice)}
        error={expiry === 'date' ? undefined : errors.expiresAt}
      />
      {expiry === 'date' && (
        <TextField
          label={t('date')}
          type="date"
          value={date}
          onChange={(event) => setDate(event.target.value)}
          onBlur={(event) => setDate(fullYear(event.target.value))}
          error={errors.expiresAt}
        />
      )}
    </FormDialog>
  );
}

// An error is shown at the field it names; any other error below the name.
function refusedFields(error: unknown): FieldErrors {
  if (!error) return {};
  const path = error instanceof RequestError ? (error.details[0]?.path ?? '') : '';
  if (path.startsWith('flowIds')) return { flowIds: toMessage(error) };
  if (path.startsWith('permissions')) return { permissions: toMessage(error) };
  return path === 'expiresAt' ? { expiresAt: toMessage(error) } : { keyName: toMessage(error) };
}
