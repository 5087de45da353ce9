import type { FlowSummary } from '@tendril/contract/api/flows';
import { Ellipsis, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { flowPath } from './flow-paths.ts';
import styles from './flow-table.module.css';
import type { FlowKind } from './flows.queries.ts';

export interface FlowRowProps {
  flow: FlowSummary;
  kind: FlowKind;
  isSelected: boolean;
  onSelect: (event: unknown) => void;
  actions: MenuAction[];
  /** The cells between check box and menu. */
  children: ReactNode;
}

/** One row: check box, cells, Test and the menu. */
export function FlowRow({ flow, kind, isSelected, onSelect, actions, children }: FlowRowProps) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const { name } = flow;
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={styles['check']}>
        <input type="checkbox" aria-label={t('select', { name })} checked={isSelected} onChange={onSelect} />
      </td>
      {children}
      <td className={styles['acts']}>
        <span>
          <IconButton
            size="small"
            label={t('test', { name })}
            className={styles['test'] ?? ''}
            onClick={() => navigate(flowPath(kind, flow.id, true))}
          >
            <Play size={16} />
          </IconButton>
          <ActionMenu
            label={t('more', { name })}
            actions={actions}
            renderButton={(props) => (
              <IconButton {...props} size="small" label={t('more', { name })}>
                <Ellipsis size={16} />
              </IconButton>
            )}
          />
        </span>
      </td>
    </tr>
  );
}
