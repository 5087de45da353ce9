import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeProps } from '@xyflow/react';
import { Ellipsis, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { categoryLook } from '../theme/category-look.ts';
import type { CanvasNode } from './canvas-doc.ts';
import { CompactPorts } from './compact-ports.tsx';
import { connectedHandles } from './edge-index.ts';
import styles from './node-card.module.css';
import { NodeIcon } from './node-icon.tsx';
import { NodePorts } from './node-ports-view.tsx';
import { NodeTag } from './node-tag.tsx';
import { NodeValues } from './node-values.tsx';
import { nodeHealth } from './update-node.ts';
import { useCanvas } from './use-canvas.ts';

type CardProps = NodeProps<CanvasNode>;

/** Only these matter: a drag or another drawing level changes the box around the card. */
function isSameCard(one: CardProps, other: CardProps): boolean {
  return one.data === other.data && one.selected === other.selected;
}

function Head({ data, isCompact }: { data: FlowNodeData; isCompact: boolean }) {
  const t = useTexts(canvasTexts);
  const template = useCanvas((state) => state.templates.get(data.name));
  const isCatalogueKnown = useCanvas((state) => state.templates.size > 0);
  const health = isCatalogueKnown ? nodeHealth(data, template) : 'current';
  const warning =
    health === 'outdated'
      ? t('outdated', { old: data.version ?? 1, new: template?.version ?? 1 })
      : health === 'unknown'
        ? t('unknownNode')
        : '';
  return (
    <header className={styles['head']}>
      <span className={styles['tile']}>
        <NodeIcon icon={template?.icon} category={data.category ?? ''} />
      </span>
      <span className={styles['words']}>
        <span className={styles['label']}>{data.label}</span>
        {!isCompact && (
          <span className={styles['kind']}>{health === 'unknown' ? t('unknownShort') : data.category}</span>
        )}
      </span>
      {warning && (
        <span className={health === 'unknown' ? styles['problem'] : styles['warning']} title={warning}>
          <TriangleAlert size={16} />
          <span className="visually-hidden">{warning}</span>
        </span>
      )}
      {!isCompact && (
        <button
          type="button"
          tabIndex={-1}
          data-act="menu"
          className={`${styles['more']} nodrag`}
          aria-label={t('nodeMenu', { name: data.label })}
        >
          <Ellipsis size={16} />
        </button>
      )}
    </header>
  );
}

/** A node of the flow: what it is, its places for edges, and its values as text. */
export const NodeCard = memo(function NodeCard({ id, data, selected }: CardProps) {
  const mark = useCanvas((state) => state.run.nodes[id]);
  const isLive = useCanvas((state) => state.run.isLive);
  const connected = useCanvas((state) => connectedHandles(state.edges, id));
  const connecting = useCanvas((state) => state.connecting);
  const isCompact = useCanvas((state) => state.level.kind === 'compact');
  const isUnknown = useCanvas((state) => state.templates.size > 0 && !state.templates.has(data.name));
  const status =
    mark && (isLive || mark.status === 'error' || mark.status === 'skipped') ? mark.status : 'idle';
  return (
    <article
      className={styles['card']}
      data-status={status}
      data-selected={selected || undefined}
      data-unknown={isUnknown || undefined}
      data-connecting={connecting !== null || undefined}
      style={{ '--c': categoryLook(data.category ?? '').colour } as React.CSSProperties}
    >
      <Head data={data} isCompact={isCompact} />
      {isCompact ? (
        <CompactPorts data={data} connected={connected} />
      ) : (
        <NodePorts data={data} connected={connected} connecting={connecting} />
      )}
      {!isCompact && <NodeValues data={data} error={mark?.status === 'error' ? mark.message : undefined} />}
      {mark && <NodeTag mark={mark} isLive={isLive} />}
    </article>
  );
}, isSameCard);
