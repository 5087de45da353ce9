import { Box } from 'lucide-react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { readModelOutput } from '../../runs/model-step.ts';
import { branchLabels } from '../document/branch-labels.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { wordsIn } from '../run/node-work.ts';
import { NothingRun } from '../run/nothing-run.tsx';
import type { ShownWork } from '../run/use-node-work.ts';
import { WorkHead } from '../run/work-head.tsx';
import styles from './inspector.module.css';
import { PinEditor } from './pin-editor.tsx';
import { PinTools } from './pin-tools.tsx';
import { roundLabel } from './round-label.ts';
import { ValueCard } from './value-card.tsx';

interface TabProps {
  node: CanvasNode;
  shown: ShownWork;
}

function Rounds({ node, shown }: TabProps) {
  const t = useTexts(whyTexts);
  const { work } = shown;
  if (!work) return null;
  const called = work.steps.filter((step) => step.nodeId === node.id && step.callerId !== node.id);
  return (
    <>
      {called.map((step, at) => (
        <ValueCard
          key={step.id}
          label={called.length > 1 ? t('answeredNumber', { number: at + 1 }) : t('answered')}
          value={readModelOutput(step.output)?.text || step.output}
        />
      ))}
      {work.rounds.map((round) => {
        const words = wordsIn(round.output);
        return (
          <div key={round.id} className={styles['pane']} data-plain>
            {words !== undefined && <ValueCard label={t('said')} value={words} />}
            <ValueCard
              label={roundLabel('output', round)}
              value={round.output}
              emptyText={t(round.status === 'running' ? 'notYet' : 'noOutput')}
            />
          </div>
        );
      })}
    </>
  );
}

/** The Output tab: what the node gave, and the pin that keeps it. */
export function InspectorOutput({ node, shown }: TabProps) {
  const t = useTexts(whyTexts);
  const { work } = shown;
  const latest = work?.rounds[0];
  const branches = branchLabels(node.data, latest?.branches);
  return (
    <div className={styles['pane']}>
      {node.pinned ? <PinEditor key={node.pinned.at} node={node} pinned={node.pinned} /> : null}
      {work ? (
        <>
          <WorkHead shown={shown} work={work} />
          {branches.length > 0 && (
            <p className={styles['quiet']}>{t('took', { branch: branches.join(', ') })}</p>
          )}
          {!node.pinned && <PinTools node={node} output={latest?.output} status={latest?.status} />}
          <Rounds node={node} shown={shown} />
          {work.stateAfter && (
            <ValueCard label={t('stateAfter')} value={work.stateAfter} emptyText={t('stateEmpty')} />
          )}
        </>
      ) : (
        <NothingRun shown={shown} Icon={Box} title={t('noOutputYet')} text={t('noOutputHelp')} />
      )}
    </div>
  );
}
