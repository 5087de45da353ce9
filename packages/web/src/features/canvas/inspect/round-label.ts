import { whyTexts } from '../../../kit/texts/en/why.ts';
import { say } from '../../../kit/texts/texts.ts';
import { itemNumber } from '../../runs/item-number.ts';
import type { TraceSpan } from '../../runs/trace.ts';

/** The heading of what a node got or gave: which round of a loop it was, and which element of an iteration. */
export function roundLabel(side: 'input' | 'output', { frame, round }: TraceSpan): string {
  const item = frame === undefined ? undefined : itemNumber(frame);
  if (item === undefined)
    return round === undefined ? say(whyTexts, side) : say(whyTexts, `${side}Round`, { round });
  return round === undefined
    ? say(whyTexts, `${side}Item`, { item })
    : say(whyTexts, `${side}ItemRound`, { item, round });
}
