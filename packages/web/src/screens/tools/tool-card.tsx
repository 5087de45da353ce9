import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { Ellipsis } from 'lucide-react';
import { UsedBy } from '../../kit/lists/used-by.tsx';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { LastRun } from './last-run.tsx';
import { ToolTile } from './tool-tile.tsx';
import styles from './tools.module.css';

interface ToolCardProps {
  tool: StoredToolAnswer;
  actions: MenuAction[];
  onOpen: () => void;
}

/** A tool as a card: its name opens it. */
export function ToolCard({ tool, actions, onOpen }: ToolCardProps) {
  const t = useTexts(toolsTexts);
  return (
    <article className={styles['card']}>
      <div className={styles['cardHead']}>
        <ToolTile color={tool.color} iconSrc={tool.iconSrc} />
        <h2>
          <button type="button" className={styles['title']} title={tool.name} onClick={onOpen}>
            {tool.name}
          </button>
        </h2>
        <span className={styles['cardActs']}>
          <ActionMenu
            label={t('more', { name: tool.name })}
            actions={actions}
            renderButton={(props) => (
              <IconButton {...props} size="small" label={t('more', { name: tool.name })}>
                <Ellipsis size={16} />
              </IconButton>
            )}
          />
        </span>
      </div>
      <p className={styles['text']}>{tool.description || t('noDescription')}</p>
      <div className={styles['foot']}>
        <span className={styles['above']}>
          <UsedBy uses={tool.usedBy} name={tool.name} />
        </span>
        <LastRun tool={tool} />
      </div>
    </article>
  );
}
