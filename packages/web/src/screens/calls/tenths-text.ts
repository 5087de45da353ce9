import { clockText } from '../../features/voice/call-drawing/clock-text.ts';

/** A place in a call to the tenth of a second: "1:02.4". */
export function tenthsText(ms: number): string {
  return `${clockText(ms)}.${Math.floor((ms % 1000) / 100)}`;
}
