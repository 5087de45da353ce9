import { traceTexts } from '../../kit/texts/en/chat.ts';
import { say } from '../../kit/texts/texts.ts';
import { itemNumber } from './item-number.ts';

/** The element that a frame stands for, in words: "item 3 of 12", or "item 3.1" inside another iteration. */
export function itemWords({ frame, items }: { frame: string; items?: number | undefined }): string {
  const item = itemNumber(frame);
  // How many there are is known of the innermost one only, which says little of a number such as 3.1.
  return items === undefined || frame.includes('/')
    ? say(traceTexts, 'item', { item })
    : say(traceTexts, 'itemOf', { item, items });
}
