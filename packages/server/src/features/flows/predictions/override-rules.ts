import { AppError } from '@tendril/contract/app-error';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { RunnableFlow } from '../flows/public.ts';

export interface Overrides {
  variables: Record<string, string>;
  /** By parameter name, or by name and node id. */
  values: Record<string, unknown>;
}

interface Rule {
  name: string;
  enabled: boolean;
}

/** Keys of `overrideConfig` that identify the conversation, and change nothing in the flow. */
const alwaysAllowed = new Set(['sessionId']);
const none: Overrides = { variables: {}, values: {} };

/**
 * Reads what a caller wants to change for one run. Only what the flow's owner has enabled under `apiConfig` is
 * accepted; anything else is refused by name, never ignored. Throws INVALID_INPUT.
 */
export function readOverrides(
  asked: Record<string, unknown> | undefined,
  flow: Pick<RunnableFlow, 'apiConfig'>,
  plan: Pick<FlowPlan, 'nodes'>,
): Overrides {
  if (!asked) return none;
  const config = (flow.apiConfig['overrideConfig'] ?? {}) as Record<string, unknown>;
  const isOn = config['status'] === true;
  const overrides: Overrides = { variables: {}, values: {} };
  for (const [key, value] of Object.entries(asked)) {
    if (alwaysAllowed.has(key)) continue;
    if (!isOn) throw refused(key, 'this flow takes no overrides');
    if (key === 'vars') overrides.variables = readVariables(value, readRules(config['variables']));
    else overrides.values[key] = readValue(key, value, config['nodes'], plan);
  }
  return overrides;
}

function readVariables(value: unknown, rules: readonly Rule[]): Record<string, string> {
  if (!isPlain(value)) throw refused('vars', 'must be an object of names and values');
  const variables: Record<string, string> = {};
  for (const [name, given] of Object.entries(value)) {
    const path = `vars.${name}`;
    if (!rules.some((rule) => rule.name === name && rule.enabled))
      throw refused(path, 'is not enabled for overriding');
    if (typeof given === 'object') throw refused(path, 'must be text, a number or true or false');
    variables[name] = String(given);
  }
  return variables;
}

/** Of values set by the server itself, those that hide no value of the workspace, or are allowed to. */
export function allowedVariables(
  given: Readonly<Record<string, string>>,
  flow: Pick<RunnableFlow, 'apiConfig'>,
  present: Readonly<Record<string, string>>,
): Record<string, string> {
  const config = (flow.apiConfig['overrideConfig'] ?? {}) as Record<string, unknown>;
  const enabled = config['status'] === true ? readRules(config['variables']).map(({ name }) => name) : [];
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(present, name) || enabled.includes(name)),
  );
}

/** A value for every node whose label enables the parameter, or `{ nodeId: value }` for single ones. */
function readValue(
  name: string,
  value: unknown,
  rulesByLabel: unknown,
  plan: Pick<FlowPlan, 'nodes'>,
): unknown {
  const labels = isPlain(rulesByLabel) ? rulesByLabel : {};
  const isEnabled = (label: string) =>
    Object.hasOwn(labels, label) &&
    readRules(labels[label]).some((rule) => rule.name === name && rule.enabled);
  const byNode =
    isPlain(value) && Object.keys(value).length > 0 && Object.keys(value).every((id) => plan.nodes.has(id));
  const targets = [...plan.nodes.values()].filter((node) =>
    byNode ? Object.hasOwn(value as object, node.id) : node.inputs.some((input) => input.name === name),
  );
  const enabled = targets.filter((node) => isEnabled(node.label));
  if (byNode) {
    const blocked = targets.find((node) => !enabled.includes(node));
    if (blocked) throw refused(`${name}.${blocked.id}`, 'is not enabled for overriding');
    return value;
  }
  if (enabled.length === 0) throw refused(name, 'is not enabled for overriding');
  return Object.fromEntries(enabled.map((node) => [node.id, value]));
}

function readRules(value: unknown): Rule[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (rule): rule is Rule => isPlain(rule) && typeof rule['name'] === 'string' && rule['enabled'] === true,
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(key: string, message: string): AppError {
  const path = `overrideConfig.${key}`;
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
