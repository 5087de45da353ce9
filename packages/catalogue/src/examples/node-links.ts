import type { NodeTemplate, TemplateInput } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';

/** An output of a node that an input takes. */
export interface NodeLink {
  /** The chosen output, for a node with several. */
  output?: string;
  input: string;
}

/** Inputs that edges feed. */
export function anchorsOf({ inputs }: NodeTemplate): TemplateInput[] {
  return inputs.filter((input) => !isParamType(input.type));
}

/** What a node provides: its chosen output, with the classes that inputs compare. */
function outputsOf(template: NodeTemplate): { output?: string; classes: readonly string[] }[] {
  if (template.hideOutput) return [];
  if (!template.outputs) return [{ classes: template.baseClasses }];
  return template.outputs
    .filter(({ hidden }) => !hidden)
    .map(({ name, baseClasses }) => ({ output: name, classes: baseClasses }));
}

const classesOf = (input: TemplateInput) => input.type.split('|').map((name) => name.trim());

/** How one node may feed an input of another; undefined when no output fits. */
export function linkTo(from: NodeTemplate, input: TemplateInput): NodeLink | undefined {
  const wanted = new Set(classesOf(input));
  const found = outputsOf(from).find(({ classes }) => classes.some((name) => wanted.has(name)));
  return found && { ...(found.output !== undefined && { output: found.output }), input: input.name };
}

/** How one node may feed another at all: required inputs before optional ones. */
export function linkBetween(from: NodeTemplate, to: NodeTemplate): NodeLink | undefined {
  const inputs = anchorsOf(to).toSorted(
    (one, other) => Number(one.optional ?? false) - Number(other.optional ?? false),
  );
  for (const input of inputs) {
    const link = linkTo(from, input);
    if (link) return link;
  }
  return undefined;
}
