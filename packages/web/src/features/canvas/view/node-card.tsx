import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { NodeProps } from '@xyflow/react';
import { Ellipsis, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { type CanvasNode, fullBox } from '../document/canvas-doc.ts';
import { nodeHealth } from '../document/update-node.ts';
import { NodeRunButton } from '../run/node-run-button.tsx';
import { compactLook } from './compact-look.ts';
import { CompactPorts } from './compact-ports.tsx';
import styles from './node-card.module.css';
import { NodeIcon } from './node-icon.tsx';
import { NodePorts } from './node-ports-view.tsx';
import { NodeProblemMarks } from './node-problem-marks.tsx';
import states from './node-state.module.css';
import { NodeTag } from './node-tag.tsx';
import { NodeValues } from './node-values.tsx';
import { cardStatus, useNodeFacts } from './use-node-facts.ts';

type CardProps = NodeProps<CanvasNode>;

/** Only these matter: a drag or another drawing level changes the box around the card. */
function isSameCard(one: CardProps, other: CardProps): boolean {
  return one.data === other.data && one.selected === other.selected;
}

interface HeadProps {
  data: FlowNodeData;
  template: NodeTemplate | undefined;
  isCatalogueKnown: boolean;
  isCompact: boolean;
  isIconOnly: boolean;
  canRun: boolean;
}

function Head({ data, template, isCatalogueKnown, isCompact, isIconOnly, canRun }: HeadProps) {
  const t = useTexts(canvasTexts);
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
        <NodeIcon icon={template?.icon} category={data.category ?? ''} name={data.name} />
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

/** A node of the flow: what it is, its places for edges, its values as text, and what a run did to it. */
export const NodeCard = memo(function NodeCard({ id, data, selected }: CardProps) {
  const facts = useNodeFacts(id, data);
  const { mark, isUnlocked, connected, connecting, level, isOnly, template, isCatalogueKnown, ...tag } =
    facts;
  const compact = level.kind === 'compact' ? compactLook(fullBox({ data }).height, level) : undefined;
  const isCompact = compact !== undefined;
  const isUnknown = isCatalogueKnown && !template;
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
      style={{ '--c': nodeColour(data), '--lines': compact?.lines } as React.CSSProperties}
    >
      <Head
        data={data}
        template={template}
        isCatalogueKnown={isCatalogueKnown}
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
      <NodeTag id={id} data={data} mark={mark} reason={template?.reason} {...tag} />
      <NodeProblemMarks id={id} data={data} isCompact={isCompact} />
    </article>
  );
}, isSameCard);
