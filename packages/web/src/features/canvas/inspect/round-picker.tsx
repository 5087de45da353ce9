import { ChevronLeft, ChevronRight } from 'lucide-react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { SpanStatusIcon } from '../../runs/span-status.tsx';
import type { TraceSpan } from '../../runs/trace.ts';
import { isRound, type RoundKey } from '../run/work-of-round.ts';
import styles from './inspector.module.css';
import { roundWords } from './round-label.ts';

interface RoundPickerProps {
  /** Last first. */
  rounds: readonly TraceSpan[];
  /** Null for the latest. */
  chosen: RoundKey | null;
  onChoose: (key: RoundKey | null) => void;
}

/** Which element or round the tabs show, of a node that worked several times in a run. */
export function RoundPicker({ rounds, chosen, onChoose }: RoundPickerProps) {
  const t = useTexts(whyTexts);
  if (rounds.length < 2) return null;
  const found = chosen ? rounds.findIndex((span) => isRound(span, chosen)) : 0;
  const at = Math.max(0, found);
  const shown = rounds[at];
  const go = (to: number) => {
    const round = rounds[to];
    if (round) onChoose(to === 0 ? null : { frame: round.frame, round: round.round });
  };
  return (
    <fieldset className={styles['rounds']} aria-label={t('whichRound')}>
      <IconButton
        label={t('roundBefore')}
        size="small"
        disabled={at >= rounds.length - 1}
        onClick={() => go(at + 1)}
      >
        <ChevronLeft size={16} />
      </IconButton>
      <span aria-live="polite">
        {shown && <SpanStatusIcon status={shown.status} />}
        {shown && (roundWords(shown) || t('roundOf', { round: 1 }))}
      </span>
      <IconButton label={t('roundAfter')} size="small" disabled={at <= 0} onClick={() => go(at - 1)}>
        <ChevronRight size={16} />
      </IconButton>
    </fieldset>
  );
}
