import type { NodeProps } from '@xyflow/react';
import { Ellipsis } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { plainText } from '../document/branch-text.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { newFrame, nodesInside } from '../document/iterations.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { FrameGrip } from './frame-grip.tsx';
import frames from './iteration-frame.module.css';
import styles from './node-card.module.css';
import { NodeIcon } from './node-icon.tsx';
import { NodeProblemMarks } from './node-problem-marks.tsx';
import states from './node-state.module.css';
import { NodeTag } from './node-tag.tsx';
import { StepHandles } from './step-handles.tsx';
import { layoutFrame } from './tile-layout.ts';
import { cardStatus, useNodeFacts } from './use-node-facts.ts';

type FrameProps = NodeProps<CanvasNode>;

const isSameFrame = (one: FrameProps, other: FrameProps) =>
  one.data === other.data && one.selected === other.selected;

/** An iteration: a frame around the steps that run once for every item of its list. */
export const IterationFrame = memo(function IterationFrame({ id, data, selected }: FrameProps) {
  const t = useTexts(canvasTexts);
  const words = useTexts(agentFlowTexts);
  const facts = useNodeFacts(id, data);
  const { mark, connected, connecting, level, template, isUnlocked, isOnly, isCatalogueKnown, ...tag } =
    facts;
  const count = useCanvas((state) => nodesInside(state.nodes, id).length);
  const width = useCanvas((state) => nodeById(state.nodes, id)?.frame?.width ?? newFrame.width);
  const height = useCanvas((state) => nodeById(state.nodes, id)?.frame?.height ?? newFrame.height);
  const { handles } = layoutFrame(data, { width, height }, level);
  const isCompact = level.kind === 'compact';
  return (
    <section
      aria-label={words('iterationOf', { name: data.label })}
      className={`${states['state']} ${frames['frame']}`}
      data-status={cardStatus(mark, tag.isVivid)}
      data-disabled={tag.isDisabled || undefined}
      data-selected={selected || undefined}
      style={{ '--c': nodeColour(data) } as CSSProperties}
    >
      <header className={frames['head']}>
        <span className={`${styles['tile']} ${frames['icon']}`}>
          <NodeIcon icon={template?.icon} category={data.category ?? ''} name={data.name} />
        </span>
        <span className={frames['label']}>{data.label}</span>
        {!isCompact && (
          <span className={frames['fact']}>
            {level.kind === 'full' && (
              <span className={frames['list']}>{plainText(data.inputs?.['iterationInput'])}</span>
            )}
            {count > 0 && <span className={frames['count']}>{words('inside', { count })}</span>}
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
      {count === 0 && !isCompact && <p className={frames['empty']}>{words('emptyIteration')}</p>}
      <StepHandles
        data={data}
        connected={connected}
        connecting={connecting}
        placeOf={(handleId, type) =>
          (handles.find((one) => one.id === handleId && one.type === type)?.y ?? 0) + 0.5
        }
      />
      {isUnlocked && !isCompact && <FrameGrip id={id} label={data.label} isShown={isOnly} />}
      <NodeTag id={id} data={data} mark={mark} reason={template?.reason} {...tag} />
      <NodeProblemMarks id={id} data={data} isCompact={isCompact} />
    </section>
  );
}, isSameFrame);
