import type { FlowSummary } from '@tendril/contract/api/flows';
import { Code, MessageCircle, Play } from 'lucide-react';
import { useNavigate } from 'react-router';
import { countSuffix } from '../../kit/lib/count-suffix.ts';
import { Age } from '../../kit/lists/age.tsx';
import cardStyles from '../../kit/lists/list-card.module.css';
import { ListCard } from '../../kit/lists/list-card.tsx';
import { MoreMenu } from '../../kit/lists/more-menu.tsx';
import { NodeTiles } from '../../kit/lists/node-tiles.tsx';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SparkLine } from '../../kit/ui/spark-line.tsx';
import styles from './flow-card.module.css';
import { runsOf } from './flow-figures.ts';
import { flowPath } from './flow-paths.ts';
import { FlowStatus } from './flow-status.tsx';
import { tagsOf } from './flow-tags.ts';
import { KindChip } from './kind-chip.tsx';
import { WaitingChip } from './waiting-chip.tsx';

const mostTags = 2;

interface FlowCardProps {
  flow: FlowSummary;
  actions: readonly MenuAction[];
}

/** A flow as a card: uses, nodes, status and run figures. */
export function FlowCard({ flow, actions }: FlowCardProps) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const { id, name, description, nodeNames, type: kind, updatedAt } = flow;
  const runs = runsOf(flow);
  return (
    <ListCard
      title={name}
      to={flowPath(kind, id)}
      marks={
        <>
          {flow.isPublic && <MessageCircle size={16} role="img" aria-label={t('publicChat')} />}
          {flow.hasKey && <Code size={16} role="img" aria-label={t('keyOnly')} />}
        </>
      }
      acts={
        <>
          <IconButton
            size="small"
            label={t('test', { name })}
            onClick={() => navigate(flowPath(kind, id, 'test'))}
          >
            <Play size={16} />
          </IconButton>
          <MoreMenu name={name} actions={actions} />
        </>
      }
      text={description}
      noText={t('noDescription')}
      made={
        <>
          <NodeTiles names={nodeNames} />
          <span className={cardStyles['tags']}>
            <KindChip type={kind} />
            <WaitingChip flow={flow} />
            {tagsOf(flow)
              .slice(0, mostTags)
              .map((tag) => (
                <Chip key={tag} label={tag} />
              ))}
          </span>
        </>
      }
      foot={
        <>
          <FlowStatus flow={flow} />
          <span className={cardStyles['figures']}>
            <SparkLine counts={flow.runs} />
            <span className="visually-hidden">
              {runs === 0 ? t('noRuns') : t('runsNoticed', { count: runs })}
            </span>
            <span className={styles['count']} aria-hidden="true">
              {runs === 0 ? '–' : countSuffix(runs)}
            </span>
          </span>
          <Age at={updatedAt} />
        </>
      }
    />
  );
}
