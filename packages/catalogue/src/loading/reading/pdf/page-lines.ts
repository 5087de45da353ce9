import { joinedItems, type Segment } from './page-segments.ts';
import type { PageTable } from './page-tables.ts';

/** A line of a region, or a whole table of it. */
export type FlowEntry = { line: Segment } | { table: PageTable };

type Member = (Segment & { table?: undefined }) | (PageTable & { size: number; table: PageTable });

/** The lines of a region from its top: segments on one baseline are one line. */
export function regionLines(members: readonly Member[], fromRight: boolean): FlowEntry[] {
  const entries: FlowEntry[] = [];
  let row: Segment[] = [];
  const endRow = () => {
    row.sort((one, other) => (fromRight ? other.right - one.right : one.left - other.left));
    const [first, ...others] = row;
    if (first) entries.push({ line: others.reduce((line, segment) => joinedItems(line, segment), first) });
    row = [];
  };
  const sorted = [...members].sort((one, other) => middleOf(one) - middleOf(other));
  for (const member of sorted) {
    const first = row[0];
    if (member.table !== undefined) {
      endRow();
      entries.push({ table: member.table });
    } else {
      if (first && Math.abs(member.baseline - first.baseline) >= Math.max(first.size, member.size) * 0.5)
        endRow();
      row.push(member);
    }
  }
  endRow();
  return entries;
}

const middleOf = (member: Member) =>
  member.table === undefined ? member.baseline : (member.top + member.bottom) / 2;
