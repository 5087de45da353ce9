import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { onceKey } from '../step/once-key.ts';
import { toToolName } from '../text/tool-name.ts';
import { asRecord } from './as-record.ts';
import { askService, askServiceJson, type ServiceRequest } from './ask-service.ts';
import { boundedText } from './bounded-text.ts';
import type { ActionArgs, ActionRequest, ServiceAction, ServiceActions } from './service-action.ts';

/** A vendor with the key of one node. */
export interface ActionService extends Pick<ServiceRequest, 'service' | 'headers' | 'secrets'> {
  nodeId: string;
  /** The address below which its actions are. */
  base: string;
  /** What the names of its tools begin with. */
  prefix: string;
  /** It carries out once what comes again with the same `idempotency-key`. */
  knowsRepetitions?: boolean;
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

function given(values: ActionArgs): ActionArgs {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)));
}

/** What the node fixes; the model is not asked for it. */
function fixedArgs({ fields }: ServiceAction, inputs: ActionArgs): ActionArgs {
  const entries = Object.entries(fields).map(([name, { param }]) => [name, param && inputs[param]]);
  return given(Object.fromEntries(entries));
}

function schemaOf({ fields }: ServiceAction, fixed: ActionArgs): JSONSchema7 {
  const asked = Object.entries(fields).filter(([name]) => !(name in fixed));
  const typed = (type: string): JSONSchema7 =>
    type === 'object'
      ? { type: 'object', additionalProperties: true }
      : { type: type as 'string', ...(type === 'array' && { items: {} }) };
  return {
    type: 'object',
    properties: Object.fromEntries(
      asked.map(([name, { type, description }]) => [name, { ...typed(type), description }]),
    ),
    required: asked.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
  };
}

function segment(value: unknown): string {
  const text = String(value ?? '').trim();
  // Dots alone would lead to another action.
  if (text === '' || /^\.+$/.test(text)) throw new AppError('NODE_FAILED', `"${text}" is not a valid id.`);
  return encodeURIComponent(text).replaceAll('%3A', ':');
}

function paramsOf(values: ActionArgs): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(given(values)))
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
  return params;
}

function toRequest(
  { base, service, headers, secrets }: ActionService,
  action: ActionRequest,
): ServiceRequest {
  const url = new URL([base, ...action.path.map(segment)].join('/'));
  for (const [name, value] of paramsOf(action.query ?? {})) url.searchParams.append(name, value);
  return {
    service,
    url,
    method: action.method,
    headers,
    body: action.body,
    content: action.content,
    ...(action.form && { form: paramsOf(action.form) }),
    ...(secrets && { secrets }),
  };
}

function marked(service: ActionService, context: RunContext): ActionService {
  if (!service.knowsRepetitions || !context.part) return service;
  return { ...service, headers: { ...service.headers, 'idempotency-key': onceKey(context) } };
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toolOf(name: string, action: ServiceAction, service: ActionService, inputs: ActionArgs): Tool {
  const fixed = fixedArgs(action, inputs);
  return {
    nodeId: service.nodeId,
    name: toToolName(`${service.prefix}_${snake(name)}`, service.prefix),
    description: action.description,
    inputSchema: schemaOf(action, fixed),
    async execute(input, context) {
      const args = { ...given(asRecord(input)), ...fixed };
      const request = toRequest(marked(service, context), action.request(args));
      if (action.isText) return { text: boundedText(await askService(request, context)) };
      const answer = await askServiceJson(request, context);
      const next = action.after?.(asRecord(answer), args);
      if (next) await askService(toRequest(service, next), context);
      const read = answer === undefined ? 'Done.' : (action.read?.(answer) ?? answer);
      return { text: boundedText(read) };
    },
  };
}

/** The chosen actions as tools. Throws FLOW_INVALID when none is chosen, and for one that does not exist. */
export function actionTools(
  actions: ServiceActions,
  chosen: readonly string[] | undefined,
  service: ActionService,
  inputs: ActionArgs,
): Tool[] {
  const names = chosen ?? [];
  if (names.length === 0)
    throw new AppError('FLOW_INVALID', `Choose what the agent may do in ${service.service}.`);
  return names.map((name) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action)
      throw new AppError('FLOW_INVALID', `${service.service} has no action "${name}". Choose others.`);
    return toolOf(name, action, service, inputs);
  });
}
