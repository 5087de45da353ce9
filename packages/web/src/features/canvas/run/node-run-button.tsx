import { Play, SkipForward, StepForward } from 'lucide-react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import { CardIsland } from '../view/card-island.tsx';
import styles from '../view/node-state.module.css';
import { useCanvasRuns } from './run-part.ts';

/** The parts of a flow that can be run from a node, with their words; the keys are sentences. */
const runKinds = [
  { kind: 'only', word: 'runOnly', Icon: Play },
  { kind: 'to', word: 'runTo', Icon: StepForward },
  { kind: 'from', word: 'runFrom', Icon: SkipForward },
] as const;

/** The button at a node's head that runs it, everything up to it, or everything from it on. */
export function NodeRunButton({ nodeId, label }: { nodeId: string; label: string }) {
  const t = useTexts(whyTexts);
  const runs = useCanvasRuns();
  return (
    <CardIsland>
      <ActionMenu
        label={t('runNode', { name: label })}
        actions={runKinds.map(({ kind, word, Icon }) => ({
          id: kind,
          label: t(word),
          Icon,
          onSelect: () => runs.runPart({ kind, nodeId }),
        }))}
        renderButton={({ onClick, ...props }) => (
          <button
            type="button"
            {...props}
            className={`${styles['run']} nodrag`}
            aria-label={t('runNode', { name: label })}
            title={t('runNode', { name: label })}
            onClick={onClick}
          >
            <Play size={15} />
          </button>
        )}
      />
    </CardIsland>
  );
}
