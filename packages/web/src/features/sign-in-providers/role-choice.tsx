import type { Role } from '@tendril/contract/api/people';
import { isBuiltInRole } from '@tendril/contract/role';
import { SelectField } from '../../kit/params/select-field.tsx';
import { permissionTexts } from '../../kit/texts/en/permissions.ts';
import { say } from '../../kit/texts/texts.ts';
import styles from './provider-dialog.module.css';

interface RoleChoiceProps {
  label: string;
  roles: readonly Role[];
  value: string;
  onChange: (roleId: string) => void;
}

/** A role that a provider may give: nobody becomes an owner that way. */
export function RoleChoice({ label, roles, value, onChange }: RoleChoiceProps) {
  const options = roles
    .filter(({ id }) => id !== 'owner')
    .map(({ id, name }) => ({
      name: id,
      label: isBuiltInRole(id) ? say(permissionTexts, `${id}Role`) : name,
    }));
  return (
    <div className={styles['role']}>
      <span aria-hidden="true">{label}</span>
      <SelectField
        label={label}
        value={value}
        options={options}
        emptyLabel=""
        canBeEmpty={false}
        onChange={onChange}
      />
    </div>
  );
}
