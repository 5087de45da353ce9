import { nodeLook } from '../../../kit/theme/node-look.ts';

/** The icon of a node, in the current color. */
export function NodeIcon({
  icon,
  category,
  name,
  size = 16,
}: {
  icon?: string | undefined;
  category: string;
  name?: string | undefined;
  size?: number;
}) {
  const { Icon } = nodeLook({ category, icon, name });
  return <Icon size={size} />;
}
