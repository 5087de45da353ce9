import type { Permits } from '@tendril/contract/permission';
import { ChevronDown, Plus } from 'lucide-react';
import { ActionMenu, type MenuAction } from '../ui/action-menu.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import styles from './new-menu-button.module.css';

interface NewMenuButtonProps {
  label: string;
  actions: readonly MenuAction[];
  /** Primary, unless something else is the main action of the page. */
  isMain: boolean;
  /** What making one takes. */
  needs: Permits;
}

/** The button for something new where there are several ways to it. */
export function NewMenuButton({ label, actions, isMain, needs }: NewMenuButtonProps) {
  return (
    <ActionMenu
      label={label}
      actions={actions}
      renderButton={(props) => (
        <PermittedButton
          needs={needs}
          {...props}
          look={isMain ? 'primary' : 'plain'}
          icon={<Plus size={20} />}
        >
          {label}
          <ChevronDown size={16} className={styles['chevron']} />
        </PermittedButton>
      )}
    />
  );
}
