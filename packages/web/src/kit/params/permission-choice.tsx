import type { Permission } from '@tendril/contract/permission';
import { permissionTexts } from '../texts/en/permissions.ts';
import { groupKey, permissionKey } from '../texts/permission-key.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './permission-choice.module.css';

interface PermissionChoiceProps {
  label: string;
  /** In the order in which they are shown. */
  offered: readonly Permission[];
  /** What the person may give; null: everything. */
  grantable: ReadonlySet<Permission> | null;
  chosen: ReadonlySet<Permission>;
  onChange: (chosen: ReadonlySet<Permission>) => void;
  error?: string | undefined;
}

/** Permissions to tick, grouped by what they are about; those that one does not have cannot be given. */
export function PermissionChoice({
  label,
  offered,
  grantable,
  chosen,
  onChange,
  error,
}: PermissionChoiceProps) {
  const t = useTexts(permissionTexts);
  const groups = Map.groupBy(offered, groupKey);
  const toggle = (permission: Permission) => {
    const next = new Set(chosen);
    if (!next.delete(permission)) next.add(permission);
    onChange(next);
  };
  return (
    <fieldset className={styles['choice']}>
      <legend>{label}</legend>
      <div className={styles['groups']}>
        {[...groups].map(([group, permissions]) => (
          <fieldset key={group} className={styles['group']}>
            <legend>{t(group)}</legend>
            {permissions.map((permission) => (
              <label key={permission}>
                <input
                  type="checkbox"
                  checked={chosen.has(permission)}
                  disabled={grantable !== null && !grantable.has(permission) && !chosen.has(permission)}
                  onChange={() => toggle(permission)}
                />
                <span>{t(permissionKey(permission))}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      {error && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
