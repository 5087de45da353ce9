import type { ApiKey, KeyScope } from '@tendril/contract/api/api-keys';
import type { Permission } from '@tendril/contract/permission';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { useChangeKey } from './api-keys.queries.ts';
import { chosenAccess } from './chosen-access.ts';
import { FlowPicker } from './flow-picker.tsx';
import { KeyPermissions } from './key-permissions.tsx';
import { ScopeField } from './scope-field.tsx';

/** Changes what a key may do; programs go on with the key they have. */
export function ChangeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const change = useChangeKey();
  const [scope, setScope] = useState<KeyScope>(apiKey.scope);
  const [flows, setFlows] = useState(() =>
    apiKey.scopeFlows.map(({ id, flowName }) => ({ id, name: flowName })),
  );
  const [permissions, setPermissions] = useState<ReadonlySet<Permission>>(() => new Set(apiKey.permissions));
  const [missing, setMissing] = useState<KeyScope | null>(null);
  const submit = () => {
    if (change.isPending) return;
    const isEmpty =
      (scope === 'flows' && flows.length === 0) || (scope === 'custom' && permissions.size === 0);
    setMissing(isEmpty ? scope : null);
    if (isEmpty) return;
    const body = chosenAccess(scope, flows, permissions);
    change.mutate(
      { id: apiKey.id, body },
      {
        onSuccess: () => {
          notify(t('saved'), 'success');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('changeTitle', { name: apiKey.keyName })}
      submitLabel={t('save')}
      width={520}
      isBusy={change.isPending}
      problem={change.error && toMessage(change.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <ScopeField value={scope} onChange={setScope} />
      {scope === 'flows' && (
        <FlowPicker
          chosen={flows}
          onChange={setFlows}
          error={missing === scope ? t('flowsNeeded') : undefined}
        />
      )}
      {scope === 'custom' && (
        <KeyPermissions
          chosen={permissions}
          onChange={setPermissions}
          error={missing === scope ? t('permissionsNeeded') : undefined}
        />
      )}
    </FormDialog>
  );
}
