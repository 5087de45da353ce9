import type { NodeTemplate } from '@tendril/contract/node/node-template';

/** A tag of nodes that exist a second time under the same label. */
const frameworkTag = 'LlamaIndex';

type Marked = Pick<NodeTemplate, 'tags' | 'badge'>;

/** Whether a node is a second or an outgoing choice for what another one does, and so is listed after the others. */
export function isSecondChoice({ tags, badge }: Marked): boolean {
  return badge === 'DEPRECATING' || (tags?.includes(frameworkTag) ?? false);
}

/** What distinguishes nodes that a list shows under one label: their framework, else their category. */
export function twinMarks(listed: readonly NodeTemplate[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const twins of Map.groupBy(listed, ({ label }) => label).values()) {
    const categories = new Set(twins.map(({ category }) => category));
    for (const { name, tags, category } of twins) {
      if (tags?.includes(frameworkTag)) marks.set(name, frameworkTag);
      else if (categories.size > 1) marks.set(name, category);
    }
  }
  return marks;
}
