import type { Role } from '@tendril/contract/api/people';
import type { Permission } from '@tendril/contract/permission';
import { grantablePermissions } from '@tendril/contract/role';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { PermissionChoice } from '../../kit/params/permission-choice.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useSaveRole } from './people.queries.ts';

/** Makes a role of the workspace's own, or changes one. */
export function RoleDialog({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const t = useTexts(workspaceTexts);
  const save = useSaveRole();
  const own = useOwnPermissions(({ permissions }) => permissions);
  const [name, setName] = useState(role?.name ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(
    () => new Set<Permission>(role?.permissions ?? ['flows:read']),
  );
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    if (save.isPending) return;
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    const permissions = grantablePermissions.filter((permission) => chosen.has(permission));
    save.mutate(
      { id: role?.id, body: { name: name.trim(), permissions } },
      {
        onSuccess: () => {
          notify(t('roleSaved'), 'success');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={role ? t('editRoleNamed', { name: role.name }) : t('newRole')}
      submitLabel={t('saveRole')}
      width={640}
      isBusy={save.isPending}
      problem={save.error && toMessage(save.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        autoFocus
        label={t('roleName')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isMissing ? t('roleNameNeeded') : undefined}
      />
      <PermissionChoice
        label={t('permissions')}
        offered={grantablePermissions}
        grantable={own}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
