import type { Tool } from '@tendril/contract/provider/tool';

/** Connected tools as one list: a node may provide several at once. */
export function flatTools(tools: readonly (Tool | readonly Tool[])[]): Tool[] {
  return tools.flat();
}
