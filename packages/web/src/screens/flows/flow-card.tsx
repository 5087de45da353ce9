import type { FlowSummary } from '@tendril/contract/api/flows';
import { Ellipsis, MessageCircle, Play } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { countSuffix } from '../../kit/lib/count-suffix.ts';
import { shortAge } from '../../kit/lib/short-age.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SparkLine } from '../../kit/ui/spark-line.tsx';
import styles from './flow-card.module.css';
import { flowPath } from './flow-paths.ts';
import { FlowStatus } from './flow-status.tsx';
import type { FlowKind } from './flows.queries.ts';
import { NodeTiles } from './node-tiles.tsx';

const mostTags = 2;

/** A flow as a card, 168 high: its title is the link, the rest of the card leads there too. */
export function FlowCard({
  flow,
  kind,
  actions,
}: {
  flow: FlowSummary;
  kind: FlowKind;
  actions: MenuAction[];
}) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const runs = flow.runs.reduce((sum, count) => sum + count, 0);
  const tags = flow.category.split(';').filter(Boolean).slice(0, mostTags);
  return (
    <article className={styles['card']}>
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2>
            <Link to={flowPath(kind, flow.id)} className={styles['title'] ?? ''} title={flow.name}>
              {flow.name}
            </Link>
          </h2>
          {flow.isPublic && (
            <span className={styles['users']}>
              <MessageCircle size={16} role="img" aria-label={t('publicChat')} />
            </span>
          )}
          <span className={styles['acts']}>
            <IconButton
              size="small"
              label={t('test', { name: flow.name })}
              onClick={() => navigate(flowPath(kind, flow.id, true))}
            >
              <Play size={16} />
            </IconButton>
            <ActionMenu
              label={t('more', { name: flow.name })}
              actions={actions}
              renderButton={(props) => (
                <IconButton {...props} size="small" label={t('more', { name: flow.name })}>
                  <Ellipsis size={16} />
                </IconButton>
              )}
            />
          </span>
        </div>
        <p className={flow.description ? styles['text'] : styles['noText']}>
          {flow.description || t('noDescription')}
        </p>
        <div className={styles['made']}>
          <NodeTiles names={flow.nodeNames} />
          <span className={styles['tags']}>
            {tags.map((tag) => (
              <Chip key={tag} label={tag} />
            ))}
          </span>
        </div>
      </div>
      <div className={styles['foot']}>
        <FlowStatus flow={flow} />
        <span className={styles['runs']}>
          <SparkLine counts={flow.runs} />
          <span className="visually-hidden">
            {runs === 0 ? t('noRuns') : t('runsNoticed', { count: runs })}
          </span>
          <span className={styles['count']} aria-hidden="true">
            {runs === 0 ? '–' : countSuffix(runs)}
          </span>
        </span>
        <time dateTime={new Date(flow.updatedAt).toISOString()}>{shortAge(flow.updatedAt)}</time>
      </div>
    </article>
  );
}
