import { type CategoryLook, categoryLook } from './category-look.ts';
import { nodeIcons } from './node-icons.data.ts';

/** How a node is drawn: its category's colour, its own icon where it names one we have. */
export function nodeLook(node: { category: string; icon?: string | undefined }): CategoryLook {
  const look = categoryLook(node.category);
  return { colour: look.colour, Icon: nodeIcons[node.icon ?? ''] ?? look.Icon };
}
