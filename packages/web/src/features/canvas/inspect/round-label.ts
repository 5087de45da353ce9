import { whyTexts } from '../../../kit/texts/en/why.ts';
import { say } from '../../../kit/texts/texts.ts';
import { itemWords } from '../../runs/item-words.ts';
import type { TraceSpan } from '../../runs/trace.ts';

type Round = Pick<TraceSpan, 'frame' | 'items' | 'round'>;

/** Which round of a loop it was, and which element of an iteration: "item 3 of 12, round 2"; empty for the only one. */
export function roundWords({ frame, items, round }: Round): string {
  if (frame === undefined) return round === undefined ? '' : say(whyTexts, 'roundOf', { round });
  const item = itemWords({ frame, items });
  return round === undefined ? item : say(whyTexts, 'itemRound', { item, round });
}

/** The heading of what a node got or gave, with the element and the round. */
export function roundLabel(side: 'input' | 'output', span: Round): string {
  const place = roundWords(span);
  return place === '' ? say(whyTexts, side) : say(whyTexts, `${side}Of`, { place });
}
