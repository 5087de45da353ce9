import { nodeLook } from '../../../kit/theme/node-look.ts';

/** The icon of a node, in the current color. */
export function NodeIcon({
  icon,
  category,
  size = 16,
}: {
  icon?: string | undefined;
  category: string;
  size?: number;
}) {
  const { Icon } = nodeLook({ category, icon });
  return <Icon size={size} />;
}
