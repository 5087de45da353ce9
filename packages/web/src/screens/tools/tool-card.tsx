import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import listStyles from '../../kit/lists/list-card.module.css';
import { ListCard } from '../../kit/lists/list-card.tsx';
import { MoreMenu } from '../../kit/lists/more-menu.tsx';
import { UsedByFlows } from '../../kit/lists/used-by-flows.tsx';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { LastRun } from './last-run.tsx';
import { ToolTile } from './tool-tile.tsx';

interface ToolCardProps {
  tool: StoredToolAnswer;
  actions: MenuAction[];
  onOpen: () => void;
}

/** A tool as a card: its name opens it. */
export function ToolCard({ tool, actions, onOpen }: ToolCardProps) {
  const t = useTexts(toolsTexts);
  const { name, color, iconSrc, description, usedBy } = tool;
  return (
    <ListCard
      title={name}
      isCode
      tile={<ToolTile color={color} iconSrc={iconSrc} />}
      onOpen={onOpen}
      acts={<MoreMenu name={name} actions={actions} />}
      text={description}
      noText={t('noDescription')}
      foot={
        <>
          <UsedByFlows uses={usedBy} name={name} />
          <span className={listStyles['end']}>
            <LastRun tool={tool} />
          </span>
        </>
      }
    />
  );
}
