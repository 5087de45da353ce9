import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { preferredConsumers } from './example-parts.data.ts';
import { linkBetween, type NodeLink } from './node-links.ts';

const endingCategories: ReadonlySet<string> = new Set(['Chains', 'Agents', 'Engine']);
const mostSteps = 4;

/** One step from a node to the next. */
interface WayStep {
  to: NodeTemplate;
  link: NodeLink;
}

/** Whether a flow may end with the node. */
function endsFlow({ category }: NodeTemplate): boolean {
  return endingCategories.has(category);
}

function needsSecret({ credential }: NodeTemplate): boolean {
  return credential !== undefined && credential.optional !== true;
}

function rank({ name, badge }: NodeTemplate): number {
  const at = preferredConsumers.indexOf(name);
  return at === -1 ? preferredConsumers.length + Number(badge !== undefined) : at;
}

const isTwin = ({ tags }: NodeTemplate) => tags?.includes('LlamaIndex') ?? false;

/** Nodes that may stand between, the best known first; none that needs a secret of its own, twins only between twins. */
function candidatesOf(from: NodeTemplate, templates: readonly NodeTemplate[]): NodeTemplate[] {
  return templates
    .filter((template) => !needsSecret(template) && (isTwin(from) || !isTwin(template)))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** The shortest way from a node to one that ends a flow; empty for one that does itself, undefined where none leads. */
export function wayToEnding(from: NodeTemplate, templates: readonly NodeTemplate[]): WayStep[] | undefined {
  if (endsFlow(from)) return [];
  const candidates = candidatesOf(from, templates);
  const seen = new Set([from.name]);
  let ways: { at: NodeTemplate; steps: WayStep[] }[] = [{ at: from, steps: [] }];
  for (let count = 0; count < mostSteps; count += 1) {
    const next: typeof ways = [];
    for (const { at, steps } of ways)
      for (const to of candidates) {
        if (seen.has(to.name)) continue;
        const link = linkBetween(at, to);
        if (!link) continue;
        if (endsFlow(to)) return [...steps, { to, link }];
        seen.add(to.name);
        next.push({ at: to, steps: [...steps, { to, link }] });
      }
    ways = next;
  }
  return undefined;
}
