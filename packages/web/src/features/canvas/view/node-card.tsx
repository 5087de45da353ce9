import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeProps } from '@xyflow/react';
import { Ellipsis, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { categoryLook } from '../../../kit/theme/category-look.ts';
import { type CanvasNode, fullBox } from '../document/canvas-doc.ts';
import { connectedHandles } from '../document/edge-index.ts';
import { nodeById } from '../document/node-index.ts';
import { nodeHealth } from '../document/update-node.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { NodeRunButton } from '../run/node-run-button.tsx';
import { staleNodes } from '../run/run-freshness.ts';
import { isVivid, type NodeMark } from '../run/run-marks.ts';
import { useShownRun } from '../run/shown-run.ts';
import { compactLook } from './compact-look.ts';
import { CompactPorts } from './compact-ports.tsx';
import styles from './node-card.module.css';
import { NodeIcon } from './node-icon.tsx';
import { NodePorts } from './node-ports-view.tsx';
import { NodeProblemMarks } from './node-problem-marks.tsx';
import states from './node-state.module.css';
import { NodeTag } from './node-tag.tsx';
import { NodeValues } from './node-values.tsx';

type CardProps = NodeProps<CanvasNode>;

/** Only these matter: a drag or another drawing level changes the box around the card. */
function isSameCard(one: CardProps, other: CardProps): boolean {
  return one.data === other.data && one.selected === other.selected;
}

interface HeadProps {
  data: FlowNodeData;
  isCompact: boolean;
  isIconOnly: boolean;
  canRun: boolean;
}

function Head({ data, isCompact, isIconOnly, canRun }: HeadProps) {
  const t = useTexts(canvasTexts);
  const template = useCanvas((state) => state.templates.get(data.name));
  const isCatalogueKnown = useCanvas((state) => state.templates.size > 0);
  const isRunnable = template?.canRun !== false;
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
        {!isIconOnly && <span className={styles['label']}>{data.label}</span>}
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
      {canRun && isRunnable && !isCompact && health !== 'unknown' && (
        <NodeRunButton nodeId={data.id} label={data.label} />
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

/** What the card's border and background show; a finished run leaves only what needs attention. */
function cardStatus(mark: NodeMark | undefined, isShown: boolean): string {
  if (!mark) return 'idle';
  return isShown || mark.status === 'error' || mark.status === 'skipped' ? mark.status : 'idle';
}

/** What is to be known of the node beyond its data; each part redraws the card only when it changes. */
function useNodeFacts(id: string) {
  const ranWith = useShownRun((shown) => shown.ranWith);
  return {
    mark: useCanvas((state) => state.run.nodes[id]),
    isVivid: useCanvas((state) => isVivid(state.run)),
    isDisabled: useCanvas((state) => nodeById(state.nodes, id)?.isDisabled === true),
    isPinned: useCanvas((state) => nodeById(state.nodes, id)?.pinned !== undefined),
    isStale: useCanvas((state) => !state.run.isLive && staleNodes(state, ranWith).has(id)),
    isUnlocked: useCanvas((state) => !state.isLocked),
  };
}

/** A node of the flow: what it is, its places for edges, its values as text, and what a run did to it. */
export const NodeCard = memo(function NodeCard({ id, data, selected }: CardProps) {
  const facts = useNodeFacts(id);
  const connected = useCanvas((state) => connectedHandles(state.edges, id));
  const connecting = useCanvas((state) => state.connecting);
  const level = useCanvas((state) => state.level);
  const compact = level.kind === 'compact' ? compactLook(fullBox({ data }).height, level) : undefined;
  const isCompact = compact !== undefined;
  const isUnknown = useCanvas((state) => state.templates.size > 0 && !state.templates.has(data.name));
  const isOnly = useCanvas((state) => state.selectedId === id);
  const { mark, isUnlocked, ...tag } = facts;
  return (
    <article
      className={`${styles['card']} ${states['state']}`}
      data-status={cardStatus(mark, tag.isVivid)}
      data-disabled={tag.isDisabled || undefined}
      data-selected={selected || undefined}
      data-unknown={isUnknown || undefined}
      data-connecting={connecting !== null || undefined}
      data-row={compact?.isRow || undefined}
      // What is cut off or does not fit is shown in a tooltip.
      title={isCompact ? data.label : undefined}
      style={
        { '--c': categoryLook(data.category ?? '').colour, '--lines': compact?.lines } as React.CSSProperties
      }
    >
      <Head
        data={data}
        isCompact={isCompact}
        isIconOnly={compact?.lines === 0}
        canRun={isOnly && isUnlocked && !tag.isDisabled}
      />
      {isCompact ? (
        <CompactPorts data={data} connected={connected} />
      ) : (
        <NodePorts data={data} connected={connected} connecting={connecting} />
      )}
      {!isCompact && <NodeValues data={data} error={mark?.status === 'error' ? mark.message : undefined} />}
      <NodeTag id={id} data={data} mark={mark} {...tag} />
      <NodeProblemMarks id={id} data={data} />
    </article>
  );
}, isSameCard);
