import { PlayCircle } from 'lucide-react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { ApprovalCard } from '../run/approval-card.tsx';
import { NothingRun } from '../run/nothing-run.tsx';
import type { ShownWork } from '../run/use-node-work.ts';
import { WorkHead } from '../run/work-head.tsx';
import styles from './inspector.module.css';
import { roundLabel } from './round-label.ts';
import { useNamedInput } from './use-named-input.ts';
import { ValueCard } from './value-card.tsx';

interface TabProps {
  node: CanvasNode;
  shown: ShownWork;
}

/** The Input tab: what the node got, and what a person is asked when it waits for one. */
export function InspectorInput({ node, shown }: TabProps) {
  const t = useTexts(whyTexts);
  const mark = useCanvas((state) => state.run.nodes[node.id]);
  const named = useNamedInput(node);
  const { work } = shown;
  if (!work)
    return <NothingRun shown={shown} Icon={PlayCircle} title={t('noInput')} text={t('noInputHelp')} />;
  const { rounds, steps, action, stateBefore } = work;
  const called = steps.filter((step) => step.nodeId === node.id && step.callerId !== node.id);
  return (
    <div className={styles['pane']}>
      <WorkHead shown={shown} work={work} />
      {action && (
        <ApprovalCard
          key={action.id}
          runId={work.runId}
          action={action}
          since={mark?.status === 'waiting' ? mark.since : undefined}
        />
      )}
      {rounds.map((round) => (
        <ValueCard
          key={round.id}
          label={roundLabel('input', round)}
          value={named(round.input)}
          emptyText={t(round.status === 'cached' || round.status === 'pinned' ? 'inputKept' : 'noValue')}
        />
      ))}
      {called.map((step, at) => (
        <ValueCard
          key={step.id}
          label={called.length > 1 ? t('askedNumber', { number: at + 1 }) : t('asked')}
          value={step.input}
        />
      ))}
      {stateBefore && <ValueCard label={t('stateBefore')} value={stateBefore} emptyText={t('stateEmpty')} />}
      {work.question !== '' && <ValueCard label={t('question')} value={work.question} />}
    </div>
  );
}
