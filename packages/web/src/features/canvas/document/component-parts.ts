import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { readGroups } from '@tendril/contract/node/list-value';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

type Values = Readonly<Record<string, unknown>>;
type Templates = ReadonlyMap<string, NodeTemplate>;

/** A node that a step carries in its settings, such as the model it asks. */
interface ComponentPart {
  template: NodeTemplate;
  /** The parameter that names it. */
  param: string;
  config: Values;
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const configOf = (values: Values, param: string): Values => {
  const config = values[`${param}Config`];
  return isValues(config) ? config : {};
};

function partOf(values: Values, param: string, templates: Templates): ComponentPart | undefined {
  const name = values[param];
  const template = typeof name === 'string' && `${param}Config` in values ? templates.get(name) : undefined;
  return template && { template, param, config: configOf(values, param) };
}

/** Whether a part waits for a secret. */
export function needsCredential({ template, config }: ComponentPart): boolean {
  const { credential } = template;
  if (!credential || credential.optional) return false;
  return !config['FLOWISE_CREDENTIAL_ID'] && !config['credential'];
}

/** The values with each part changed: those of the step itself, and those in its lists. */
function mapParts(
  values: Values,
  templates: Templates,
  change: (part: ComponentPart) => Values,
): Record<string, unknown> {
  const next: Record<string, unknown> = { ...values };
  for (const [param, value] of Object.entries(values)) {
    const part = partOf(values, param, templates);
    if (part) next[`${param}Config`] = change(part);
    const groups = Array.isArray(value) ? readGroups(value) : [];
    if (groups.length > 0 && Array.isArray(value))
      next[param] = value.map((group) => (isValues(group) ? mapParts(group, templates, change) : group));
  }
  return next;
}

/** The parts of a step. */
export function componentParts(
  { inputs = {} }: Pick<FlowNodeData, 'inputs'>,
  templates: Templates,
): ComponentPart[] {
  const parts: ComponentPart[] = [];
  mapParts(inputs, templates, (part) => {
    parts.push(part);
    return part.config;
  });
  return parts;
}

/** The data with a secret for each part of a kind of secret that has none. */
export function withPartCredential(
  data: FlowNodeData,
  templates: Templates,
  kinds: readonly string[],
  credential: string,
): FlowNodeData {
  const fits = (part: ComponentPart) =>
    needsCredential(part) && part.template.credential?.credentialNames?.some((kind) => kinds.includes(kind));
  const give = (part: ComponentPart): Values => {
    return fits(part) ? { ...part.config, FLOWISE_CREDENTIAL_ID: credential } : part.config;
  };
  return { ...data, inputs: mapParts(data.inputs ?? {}, templates, give) };
}
