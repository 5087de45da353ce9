import { GitMerge } from 'lucide-react';
import { useMemo, useState } from 'react';
import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { toFlowData } from '../canvas/document/canvas-doc.ts';
import { docOf } from '../canvas/document/canvas-store.ts';
import { useCanvas, useCanvasStore } from '../canvas/document/use-canvas.ts';
import { ClashCard } from './clash-card.tsx';
import styles from './conflict-view.module.css';
import { diffPicture } from './diff-picture.ts';
import type { OpenClash } from './flow-file.ts';
import { FlowPicture } from './flow-picture.tsx';
import { type Choices, type MergeClash, type Side, sideOf } from './merge-clash.ts';
import { mergeFlows } from './merge-flows.ts';
import { TakenList } from './taken-list.tsx';

interface ConflictViewProps {
  clash: OpenClash;
  isBusy: boolean;
  /** Saves the merge with these choices. */
  onSave: (choices: Choices) => void;
  onSaveCopy: () => void;
  /** Back to the canvas; the choice waits. */
  onLater: () => void;
}

/** The merge as the choices make it, and its picture with the open places marked. */
function useMerge(clash: OpenClash, choices: Choices) {
  const canvas = useCanvasStore();
  const edits = useCanvas((state) => state.edits);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark says that the drawing is another
  const mine = useMemo(() => toFlowData(docOf(canvas.getState())), [canvas, edits]);
  return useMemo(() => {
    const versions = { base: clash.base, mine, theirs: clash.theirs.flowData };
    const merged = mergeFlows(versions, choices);
    const picture = diffPicture(clash.base, merged.flow);
    const open = merged.clashes.flatMap(({ kind, subjectId }): [string, 'clash'][] =>
      kind === 'group' ? [] : [[subjectId, 'clash']],
    );
    return { ...merged, picture: { ...picture, nodes: new Map([...picture.nodes, ...open]) } };
  }, [clash, mine, choices]);
}

function allOf(clashes: readonly MergeClash[], side: Side): Choices {
  return Object.fromEntries(clashes.map((clash) => [clash.id, side]));
}

/** Both versions of a flow as one picture, and a choice for each thing both changed; nothing is lost by closing it. */
export function ConflictView({ clash, isBusy, onSave, onSaveCopy, onLater }: ConflictViewProps) {
  const t = useTexts(draftsTexts);
  const [choices, setChoices] = useState<Choices>({});
  const [pointedId, setPointedId] = useState<string>();
  const { clashes, picture } = useMerge(clash, choices);
  const author = clash.author || t('somebody');
  return (
    <Dialog
      isOpen
      title={t('clashTitle')}
      width={1240}
      onClose={onLater}
      isBusy={isBusy}
      actions={
        <>
          <Button look="quiet" onClick={onSaveCopy}>
            {t('saveMineCopy')}
          </Button>
          <Button onClick={onLater}>{t('later')}</Button>
          <Button
            look="primary"
            isBusy={isBusy}
            icon={<GitMerge size={18} />}
            onClick={() => onSave(choices)}
          >
            {t('saveMerged')}
          </Button>
        </>
      }
    >
      <p className={styles['intro']}>{t('clashIntro', { author })}</p>
      <div className={styles['view']}>
        <div className={styles['list']}>
          <div className={styles['head']}>
            <h3>{t('clashes', { count: clashes.length })}</h3>
            <Button size="small" look="quiet" onClick={() => setChoices(allOf(clashes, 'mine'))}>
              {t('allMine')}
            </Button>
            <Button size="small" look="quiet" onClick={() => setChoices(allOf(clashes, 'theirs'))}>
              {t('allTheirs')}
            </Button>
          </div>
          {clashes.map((one) => (
            <ClashCard
              key={one.id}
              clash={one}
              side={sideOf(one, choices)}
              onChoose={(side) => setChoices((before) => ({ ...before, [one.id]: side }))}
              onPoint={() => setPointedId(one.subjectId)}
            />
          ))}
          <TakenList
            diff={picture.diff}
            clashing={new Set(clashes.map((one) => one.subjectId))}
            onPoint={setPointedId}
          />
        </div>
        <div className={styles['drawing']}>
          <FlowPicture picture={picture} label={t('picture')} pointedId={pointedId} onPress={setPointedId} />
        </div>
      </div>
    </Dialog>
  );
}
