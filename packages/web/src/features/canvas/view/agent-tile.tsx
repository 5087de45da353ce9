import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeProps } from '@xyflow/react';
import { Ellipsis, TriangleAlert } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { hasBranches } from '../document/node-ports.ts';
import { nodeHealth } from '../document/update-node.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { NodeRunButton } from '../run/node-run-button.tsx';
import tiles from './agent-tile.module.css';
import { CompactPorts } from './compact-ports.tsx';
import styles from './node-card.module.css';
import { NodeIcon } from './node-icon.tsx';
import { NodeProblemMarks } from './node-problem-marks.tsx';
import states from './node-state.module.css';
import { NodeTag } from './node-tag.tsx';
import { fitOf, StepHandles } from './step-handles.tsx';
import { tileFact } from './tile-fact.ts';
import { layoutTile, rowOutputs } from './tile-layout.ts';
import { cardStatus, type NodeFacts, useNodeFacts } from './use-node-facts.ts';
import { withStepNames } from './with-step-names.ts';

type TileProps = NodeProps<CanvasNode>;

function isSameTile(one: TileProps, other: TileProps): boolean {
  return one.data === other.data && one.selected === other.selected;
}

function Head({ data, facts, canRun }: { data: FlowNodeData; facts: NodeFacts; canRun: boolean }) {
  const t = useTexts(canvasTexts);
  const isCompact = facts.level.kind === 'compact';
  const fact = tileFact(data);
  // A model without a name of its own is called as in the catalogue.
  const factLabel = useCanvas(
    (state) => state.templates.get(fact)?.label ?? withStepNames(fact, state.nodes),
  );
  const isUnknown = facts.isCatalogueKnown && nodeHealth(data, facts.template) === 'unknown';
  return (
    <header className={`${styles['head']} ${tiles['head']}`}>
      <span className={`${styles['tile']} ${tiles['icon']}`}>
        <NodeIcon icon={facts.template?.icon} category={data.category ?? ''} name={data.name} />
      </span>
      <span className={styles['words']}>
        <span className={`${styles['label']} ${tiles['label']}`}>{data.label}</span>
        {!isCompact && <span className={styles['kind']}>{factLabel}</span>}
      </span>
      {isUnknown && (
        <span className={styles['problem']} title={t('unknownNode')}>
          <TriangleAlert size={16} />
          <span className="visually-hidden">{t('unknownNode')}</span>
        </span>
      )}
      {!isCompact && (
        <span className={tiles['acts']} data-shown={canRun || undefined}>
          {canRun && !isUnknown && facts.template?.canRun !== false && (
            <NodeRunButton nodeId={data.id} label={data.label} />
          )}
          <button
            type="button"
            tabIndex={-1}
            data-act="menu"
            className={`${styles['more']} nodrag`}
            aria-label={t('nodeMenu', { name: data.label })}
          >
            <Ellipsis size={16} />
          </button>
        </span>
      )}
    </header>
  );
}

/** The ways on from a step, each with its number and what it compares. */
function Branches({ data, facts }: { data: FlowNodeData; facts: NodeFacts }) {
  const rows = rowOutputs(data);
  const words = useCanvas((state) =>
    withStepNames(rows.map(({ label }) => label).join('\n'), state.nodes),
  ).split('\n');
  if (rows.length === 0) return null;
  const isNumbered = hasBranches(data) && data.name !== 'humanInputAgentflow';
  return (
    <ol className={tiles['rows']}>
      {rows.map(({ id, name }, index) => (
        <li key={id} className={tiles['row']} data-error={name === 'error' || undefined} title={words[index]}>
          {isNumbered && name !== 'error' && <b>{index}</b>}
          <span className={styles['outputLabel']} data-fit={fitOf(facts.connecting, id)}>
            {words[index]}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A step of an agent flow: a small tile with its icon, its name, the one thing to know of it, and its ways on. */
export const AgentTile = memo(function AgentTile({ id, data, selected }: TileProps) {
  const facts = useNodeFacts(id, data);
  const { mark, isUnlocked, connected, connecting, level, isOnly, template, isCatalogueKnown, ...tag } =
    facts;
  const isCompact = level.kind === 'compact';
  const { handles } = layoutTile(data, level);
  return (
    <article
      className={`${styles['card']} ${states['state']} ${tiles['tile']}`}
      data-status={cardStatus(mark, tag.isVivid)}
      data-disabled={tag.isDisabled || undefined}
      data-selected={selected || undefined}
      data-unknown={(isCatalogueKnown && !template) || undefined}
      data-connecting={connecting !== null || undefined}
      data-row={isCompact || undefined}
      title={isCompact ? data.label : undefined}
      style={{ '--c': nodeColour(data), '--lines': 1 } as CSSProperties}
    >
      <Head data={data} facts={facts} canRun={isOnly && isUnlocked && !tag.isDisabled} />
      {isCompact ? (
        <CompactPorts data={data} connected={connected} />
      ) : (
        <>
          <Branches data={data} facts={facts} />
          {mark?.status === 'error' && (
            <p className={tiles['error']} title={mark.message}>
              {mark.message}
            </p>
          )}
          <StepHandles
            data={data}
            connected={connected}
            connecting={connecting}
            placeOf={(handleId, type) =>
              (handles.find((one) => one.id === handleId && one.type === type)?.y ?? 0) + 0.5
            }
          />
        </>
      )}
      <NodeTag id={id} data={data} mark={mark} reason={template?.reason} {...tag} />
      <NodeProblemMarks id={id} data={data} isCompact={isCompact} />
    </article>
  );
}, isSameTile);
