import type { LucideIcon } from 'lucide-react';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import type { ShownWork } from './use-node-work.ts';

interface NothingRunProps {
  shown: ShownWork;
  Icon: LucideIcon;
  title: string;
  text: string;
}

/** Stands where a run has nothing to show of a node; says what to do. */
export function NothingRun({ shown, Icon, title, text }: NothingRunProps) {
  if (shown.isLoading) return <SkeletonList shape="rows" count={3} />;
  return <EmptyState Icon={Icon} title={title} text={text} />;
}
