import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { findLacking, type Permits } from '@tendril/contract/permission';
import type { LucideIcon } from 'lucide-react';
import { type ReactElement, type ReactNode, type UIEvent, useState } from 'react';
import { useOwnPermissions } from '../state/permissions-store.ts';
import styles from './action-menu.module.css';
import { showScrollbar } from './show-scrollbar.ts';

/** One entry of a menu. */
export interface MenuAction {
  id: string;
  label: string;
  Icon?: LucideIcon;
  isDanger?: boolean;
  /** Marks the selected choice. */
  isChecked?: boolean;
  /** A secondary line: what it does, or why it is disabled. */
  remark?: string;
  isDisabled?: boolean;
  /** The action is not offered to people whose role does not permit it. */
  needs?: Permits;
  /** Separated from the entries above it. */
  startsGroup?: boolean;
  onSelect: () => void;
}

interface ActionMenuProps {
  label: string;
  actions: readonly MenuAction[];
  /** Renders the button with the props that open the menu. */
  renderButton: (props: MenuButtonProps) => ReactElement;
  /** Drawn above the entries. */
  head?: ReactNode;
  align?: 'start' | 'end';
}

interface MenuButtonProps {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: (event: { currentTarget: HTMLElement }) => void;
}

/** A button with a menu of actions, opened by click or keyboard. */
export function ActionMenu({ label, actions: all, renderButton, head, align = 'end' }: ActionMenuProps) {
  const permissions = useOwnPermissions((own) => own.permissions);
  const actions = all.filter(({ needs }) => !needs || !permissions || !findLacking(needs, permissions));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const side = align === 'end' ? 'right' : 'left';
  const choose = (action: MenuAction) => {
    setAnchor(null);
    action.onSelect();
  };
  return (
    <>
      {renderButton({
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        onClick: (event) => setAnchor(event.currentTarget),
      })}
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: side }}
        transformOrigin={{ vertical: -4, horizontal: side }}
        // The menu hangs outside the page's landmarks, so it is one of its own.
        slotProps={{
          root: { role: 'region', 'aria-label': label },
          paper: {
            className: styles['paper'] ?? '',
            onScroll: (event: UIEvent<HTMLElement>) => showScrollbar(event.currentTarget),
          },
          list: { 'aria-label': label },
        }}
      >
        {head && (
          <li role="none" className={styles['head']}>
            {head}
          </li>
        )}
        {actions.map((action, at) => (
          <MenuItem
            key={action.id}
            className={styles[action.isDanger ? 'danger' : 'item'] ?? ''}
            divider={actions[at + 1]?.startsGroup === true}
            selected={action.isChecked ?? false}
            role={action.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={action.isChecked}
            aria-disabled={action.isDisabled || undefined}
            onClick={() => !action.isDisabled && choose(action)}
          >
            {action.Icon && <action.Icon size={16} />}
            {action.remark ? (
              <span className={styles['words']}>
                {action.label}
                <small>{action.remark}</small>
              </span>
            ) : (
              action.label
            )}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
