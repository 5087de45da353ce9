import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate, TemplateInput } from '@tendril/contract/node/node-template';
import { TemplateDrawing } from '../templates/template-drawing.ts';
import { agentFlowExample } from './agent-flow-example.ts';
import { exampleValues, preferredProviders } from './example-parts.data.ts';
import { anchorsOf, linkTo } from './node-links.ts';
import { wayToEnding } from './way-to-ending.ts';

/** A small flow around one node, to be opened and changed. */
interface ExampleFlow {
  type: FlowType;
  flowData: FlowData;
}

/** A node of an example before it is drawn. */
interface Part {
  template: NodeTemplate;
  output?: string;
  feeds: { part: Part; input: string }[];
}

const deepest = 6;

/** A value for a required field without a default: the first choice, or what the field shows while it is empty. */
function suggestedValue({ type, options, placeholder }: TemplateInput): string | undefined {
  if (type === 'options') return options?.[0]?.name;
  return type === 'string' ? placeholder : undefined;
}

/** The example's values: those that show something, else what a required field suggests. */
function valuesOf({ name, inputs }: NodeTemplate): Record<string, unknown> {
  const suggested = inputs.flatMap((input): [string, string][] => {
    const value = input.optional || (input.default ?? '') !== '' ? undefined : suggestedValue(input);
    return value === undefined ? [] : [[input.name, value]];
  });
  return { ...Object.fromEntries(suggested), ...exampleValues[name] };
}

function providerOf(
  input: TemplateInput,
  templates: readonly NodeTemplate[],
): { template: NodeTemplate; output?: string } | undefined {
  const known = new Map(templates.map((template) => [template.name, template]));
  const preferred = preferredProviders.flatMap((name) => known.get(name) ?? []);
  for (const template of [...preferred, ...templates]) {
    const link = linkTo(template, input);
    if (link) return { template, ...(link.output !== undefined && { output: link.output }) };
  }
  return undefined;
}

/** Feeds every required input that nothing feeds yet; parts of one kind are shared. */
function complete(
  part: Part,
  templates: readonly NodeTemplate[],
  shared: Map<string, Part>,
  depth = 0,
): void {
  for (const input of anchorsOf(part.template)) {
    if (input.optional || part.feeds.some((feed) => feed.input === input.name) || depth > deepest) continue;
    const found = providerOf(input, templates);
    if (!found) continue;
    const key = `${found.template.name} ${found.output ?? ''}`;
    const known = shared.get(key);
    const provider = known ?? { ...found, feeds: [] };
    shared.set(key, provider);
    part.feeds.push({ part: provider, input: input.name });
    if (!known) complete(provider, templates, shared, depth + 1);
  }
}

/** Distance of every part from the last one: the columns, right to left. */
function columnsOf(last: Part): Part[][] {
  const depth = new Map<Part, number>();
  const visit = (part: Part, at: number): void => {
    if ((depth.get(part) ?? -1) >= at) return;
    depth.set(part, at);
    for (const feed of part.feeds) visit(feed.part, at + 1);
  };
  visit(last, 0);
  const most = Math.max(...depth.values());
  return Array.from({ length: most + 1 }, (_, index) =>
    [...depth].filter(([, at]) => at === most - index).map(([part]) => part),
  );
}

function draw(last: Part, shown: NodeTemplate, templates: readonly NodeTemplate[]): FlowData {
  const known = new Map(templates.map((template) => [template.name, template]));
  const drawing = new TemplateDrawing((name) => {
    const template = known.get(name);
    if (!template) throw new Error(`No node ${name}`);
    return template;
  });
  drawing.note(`${shown.label}\n\n${shown.description}`);
  const handles = new Map<Part, NodeHandle>();
  for (const [index, column] of columnsOf(last).entries()) {
    if (index > 0) drawing.column();
    for (const part of column)
      handles.set(part, drawing.add(part.template.name, valuesOf(part.template), part.output));
  }
  for (const [part, handle] of handles)
    for (const feed of part.feeds) {
      const from = handles.get(feed.part);
      if (from) drawing.connect(from, handle, feed.input);
    }
  return drawing.build();
}

/** The chain of parts from the shown node to the one that ends the flow. */
function lineUp(shown: NodeTemplate, templates: readonly NodeTemplate[]): Part | undefined {
  const way = wayToEnding(shown, templates);
  if (!way) return undefined;
  let part: Part = { template: shown, feeds: [] };
  for (const { to, link } of way) {
    if (link.output !== undefined) part.output = link.output;
    part = { template: to, feeds: [{ part, input: link.input }] };
  }
  return part;
}

/** A pipeline of three steps with the shown one in the middle. */
function pipeline(shown: NodeTemplate, templates: readonly NodeTemplate[]): Part | undefined {
  const find = (name: string) => templates.find((template) => template.name === name);
  const [start, end] = [find('seqStart'), find('seqEnd')];
  if (!start || !end) return undefined;
  const first: Part = { template: start, feeds: [] };
  const isBetween = shown !== start && shown !== end && isStep(shown) && !shown.hideOutput;
  const middle = isBetween ? shown : find('seqAgent');
  if (!middle) return undefined;
  const input = anchorsOf(start).find((candidate) => linkTo(shown, candidate));
  if (!input && !isStep(shown)) return undefined;
  if (input && !isStep(shown)) first.feeds.push({ part: { template: shown, feeds: [] }, input: input.name });
  const entry = middle.inputs.some(({ name }) => name === stepEntry);
  return pipelineEnd({ template: middle, feeds: entry ? [{ part: first, input: stepEntry }] : [] }, end);
}

/** A supervisor with one worker, whichever of the two is shown. */
function team({ category }: NodeTemplate, templates: readonly NodeTemplate[]): Part | undefined {
  if (category !== 'Multi Agents') return undefined;
  const [leader, member] = ['supervisor', 'worker'].map((name) => templates.find((one) => one.name === name));
  if (!leader || !member) return undefined;
  return { template: member, feeds: [{ part: { template: leader, feeds: [] }, input: 'supervisor' }] };
}

const stepEntry = 'sequentialNode';

/** Steps come after Start; other nodes of pipelines are parts of it. */
const isStep = ({ category, name }: NodeTemplate) => category === 'Sequential Agents' && name !== 'seqState';

const pipelineEnd = (part: Part, end: NodeTemplate): Part | undefined => {
  const input = anchorsOf(end).find((candidate) => linkTo(part.template, candidate));
  return input && { template: end, feeds: [{ part, input: input.name }] };
};

function partsOf(last: Part): Part[] {
  const found = new Set<Part>();
  const visit = (part: Part): void => {
    if (found.has(part)) return;
    found.add(part);
    for (const feed of part.feeds) visit(feed.part);
  };
  visit(last);
  return [...found];
}

/**
 * The smallest flow that shows a node at work, made from its declaration: what it needs is fed by nodes without keys,
 * and what it provides is led to one that answers. Undefined for a node that no flow of this kind can show.
 */
export function exampleFlow(name: string, templates: readonly NodeTemplate[]): ExampleFlow | undefined {
  const shown = templates.find((template) => template.name === name);
  if (!shown || shown.canRun === false) return undefined;
  const steps = agentFlowExample(name, templates);
  if (steps) return { type: 'AGENTFLOW', flowData: steps };
  const inChat = shown.category === 'Sequential Agents' ? undefined : lineUp(shown, templates);
  const last = inChat ?? team(shown, templates) ?? pipeline(shown, templates);
  if (!last) return undefined;
  const shared = new Map<string, Part>();
  for (const part of partsOf(last)) complete(part, templates, shared);
  const type: FlowType = inChat ? 'CHATFLOW' : 'MULTIAGENT';
  return { type, flowData: draw(last, shown, templates) };
}
