import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useCanvas } from '../canvas/document/use-canvas.ts';
import styles from './conflict-view.module.css';
import { facetName, facetValue } from './facet-text.ts';
import type { MergeClash, Side } from './merge-clash.ts';
import { WordDiff } from './word-diff.tsx';

interface ClashCardProps {
  clash: MergeClash;
  side: Side;
  onChoose: (side: Side) => void;
  /** Shows the node in the picture. */
  onPoint: () => void;
}

const nodeNameOf = (clash: MergeClash): string => {
  const cut = clash.subjectId.lastIndexOf('_');
  return cut === -1 ? clash.subjectId : clash.subjectId.slice(0, cut);
};

function useWords(clash: MergeClash) {
  const t = useTexts(draftsTexts);
  const template = useCanvas((state) => state.templates.get(nodeNameOf(clash)));
  const secretNames = useCanvas((state) => state.credentialNames);
  const wasDeletedByThem = clash.kind === 'deleted' && clash.theirs === undefined;
  const title = () => {
    switch (clash.kind) {
      case 'deleted':
        return t(wasDeletedByThem ? 'deletedByThem' : 'deletedByMe');
      case 'place':
        return t('placeOf', { input: clash.facet });
      case 'group':
        return t('groupName');
      case 'facet':
        return facetName(clash.facet, template);
    }
  };
  const words = (side: Side): string => {
    if (clash.kind === 'deleted') return t(clash[side] === undefined ? 'deleteNode' : 'keepNode');
    return facetValue(clash.facet, clash[side], secretNames);
  };
  return { title: title(), words };
}

/** One thing both changed: what it was, what each made of it, and which of the two stands. */
export function ClashCard({ clash, side, onChoose, onPoint }: ClashCardProps) {
  const t = useTexts(draftsTexts);
  const { title, words } = useWords(clash);
  const base = typeof clash.base === 'string' ? clash.base : undefined;
  const option = (name: Side) => {
    const value = clash[name];
    const isProse = base !== undefined && typeof value === 'string' && clash.kind === 'facet';
    return (
      <label className={styles['option']} data-chosen={side === name || undefined}>
        <input type="radio" name={clash.id} checked={side === name} onChange={() => onChoose(name)} />
        <b>{t(name)}</b>
        <span className={styles['value']}>
          {isProse && clash.facet !== 'credential' ? <WordDiff before={base} after={value} /> : words(name)}
        </span>
      </label>
    );
  };
  return (
    <fieldset className={styles['clash']} onFocus={onPoint}>
      <legend>
        <button type="button" onClick={onPoint}>
          {clash.label}
        </button>
        <span>{title}</span>
      </legend>
      {option('mine')}
      {option('theirs')}
    </fieldset>
  );
}
