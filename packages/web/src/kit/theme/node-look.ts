import { agentFlowLook } from './agent-flow-look.ts';
import { type CategoryLook, categoryLook } from './category-look.ts';
import { nodeIcons } from './node-icons.data.ts';

/** How a node is drawn: its category's colour, its own icon where it names one we have; steps of agent flows by kind. */
export function nodeLook(node: {
  category: string;
  icon?: string | undefined;
  name?: string | undefined;
}): CategoryLook {
  const step = agentFlowLook(node.name);
  if (step) return step;
  const look = categoryLook(node.category);
  return { colour: look.colour, Icon: nodeIcons[node.icon ?? ''] ?? look.Icon };
}

/** The colour of a node that is drawn. */
export function nodeColour(data: { name: string; category?: string | undefined }): string {
  return agentFlowLook(data.name)?.colour ?? categoryLook(data.category ?? '').colour;
}
