import type { Role } from '@tendril/contract/api/people';
import { X } from 'lucide-react';
import { signInProviderTexts } from '../../kit/texts/en/sign-in-providers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './provider-dialog.module.css';
import type { GroupRow } from './provider-draft.ts';
import { RoleChoice } from './role-choice.tsx';

interface GroupRoleRowsProps {
  rows: readonly GroupRow[];
  roles: readonly Role[];
  onChange: (rows: readonly GroupRow[]) => void;
}

/** Which role each group gives, the first that fits. */
export function GroupRoleRows({ rows, roles, onChange }: GroupRoleRowsProps) {
  const t = useTexts(signInProviderTexts);
  const change = (key: string, changes: Partial<GroupRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  return (
    <>
      <p className={styles['help']}>{t('groupsHint')}</p>
      {rows.map(({ key, group, roleId }) => (
        <div key={key} className={styles['group']}>
          <TextField
            label={t('group')}
            value={group}
            maxLength={200}
            onChange={(event) => change(key, { group: event.target.value })}
          />
          <RoleChoice
            label={t('role')}
            roles={roles}
            value={roleId}
            onChange={(chosen) => change(key, { roleId: chosen })}
          />
          <Button
            aria-label={t('removeGroup', { group })}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <X size={20} />
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          onClick={() => onChange([...rows, { key: crypto.randomUUID(), group: '', roleId: 'viewer' }])}
        >
          {t('addGroup')}
        </Button>
      </div>
    </>
  );
}
