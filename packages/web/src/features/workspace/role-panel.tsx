import { useQuery } from '@tanstack/react-query';
import type { Role } from '@tendril/contract/api/people';
import { useState } from 'react';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { useMay, useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { rolesQuery, useDeleteRole } from './people.queries.ts';
import { RoleDialog } from './role-dialog.tsx';
import { roleHelp, roleName } from './role-names.ts';
import styles from './workspace.module.css';

/** The roles of the workspace: what each is for, and those of its own to make and change. */
export function RolePanel() {
  const t = useTexts(workspaceTexts);
  const roles = useQuery(rolesQuery);
  const [edited, setEdited] = useState<Role | 'new' | null>(null);
  return (
    <section className={styles['section']} aria-labelledby="workspace-roles">
      <div className={styles['sectionHead']}>
        <div>
          <h3 id="workspace-roles">{t('roles')}</h3>
          <p>{t('rolesHelp')}</p>
        </div>
        <PermittedButton needs="roles:edit" onClick={() => setEdited('new')}>
          {t('newRole')}
        </PermittedButton>
      </div>
      {roles.isError && (
        <ErrorState title={t('loadFailed')} error={roles.error} onRetry={() => roles.refetch()} />
      )}
      <ul className={styles['rows']}>
        {roles.data?.map((role) => (
          <RoleRow key={role.id} role={role} onEdit={() => setEdited(role)} />
        ))}
      </ul>
      {edited && <RoleDialog role={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function RoleRow({ role, onEdit }: { role: Role; onEdit: () => void }) {
  const t = useTexts(workspaceTexts);
  const mayEdit = useMay('roles:edit');
  const own = useOwnPermissions(({ permissions }) => permissions);
  const askToDelete = useAskToDelete();
  const name = roleName(role);
  const isWithin = !own || role.permissions.every((permission) => own.has(permission));
  return (
    <li>
      <div className={styles['words']}>
        <strong>{name}</strong>
        <span>{roleHelp(role) ?? t('permissionCount', { count: role.permissions.length })}</span>
      </div>
      <span className={styles['aside']}>{t('peopleCount', { count: role.people })}</span>
      {!role.isBuiltIn && mayEdit && isWithin && (
        <>
          <Button size="small" aria-label={t('editRoleNamed', { name })} onClick={onEdit}>
            {t('editRole')}
          </Button>
          <Button
            size="small"
            aria-label={t('deleteRoleNamed', { name })}
            onClick={() => void askToDelete(role)}
          >
            {t('deleteRole')}
          </Button>
        </>
      )}
    </li>
  );
}

function useAskToDelete() {
  const t = useTexts(workspaceTexts);
  const remove = useDeleteRole();
  return async ({ id, name }: Role) => {
    const isSure = await confirm({
      title: t('deleteRoleNamed', { name }),
      description: t('deleteRoleQuestion'),
      confirmText: t('deleteRole'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, { onSuccess: () => notify(t('roleDeleted'), 'success'), onError: notifyError });
  };
}
