const letterPx = 6.6;
const padPx = 16;
const leastPx = 44;

/** Where a bar of the time line begins and ends on the screen, and its neighbours of the same lane. */
interface BarRoom {
  from: number;
  to: number;
  /** Where the bar before it ends; later than this one where more goes on at once than there are lanes. */
  before?: number | undefined;
  /** Where the next bar begins; sooner than this one ends where that one lies over it. */
  next: number;
}

/** Where a label of so many letters has room: in what is seen of its bar, `px` wide, or after it in what is free. */
export function barLabel(length: number, room: BarRoom): { place: 'inside' | 'after' | 'none'; px: number } {
  const { from, to, before = 0, next } = room;
  const need = length * letterPx + padPx;
  const px = Math.min(to, next) - from;
  if (px >= need) return { place: 'inside', px };
  if (before <= to && next - to >= need) return { place: 'after', px: next - to };
  return { place: px >= leastPx ? 'inside' : 'none', px };
}
