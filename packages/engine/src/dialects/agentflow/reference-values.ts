import { AppError } from '@tendril/contract/app-error';
import type { AgentFlowMessage, AgentFlowState } from '@tendril/contract/provider/agent-flow';
import { flowValue, valueAtPath } from '../../request-values.ts';
import type { RunRequest } from '../../run-request.ts';
import type { FindValue } from './agent-flow-references.ts';

/** What references of one step are resolved against. */
interface ReferenceView {
  request: RunRequest;
  /** The joined state of the steps before; none where no step has run. */
  state: AgentFlowState | undefined;
  /** The conversation before this run, as text; read only when a reference asks for it. */
  history: string;
  /** Ids of the flow's steps: one that has not run is empty. */
  stepIds: ReadonlySet<string>;
  /** Why a secret variable cannot stand here; undefined where it can. */
  refusal?(variable: string): string;
}

type Path = readonly string[];

function ownMessages(state: AgentFlowState | undefined): readonly AgentFlowMessage[] {
  return state?.messages.slice(state.runStart) ?? [];
}

/** What was asked; a form or a webhook makes a question of its own. */
function question({ request, state }: ReferenceView): string {
  return request.question || (ownMessages(state).find(({ role }) => role === 'user')?.content ?? '');
}

function flowReference([name = '', ...path]: Path, view: ReferenceView): unknown {
  const { request, state } = view;
  if (name === 'state') return valueAtPath(state?.values ?? request.sessionState ?? {}, path);
  if (name === 'input' || name === 'question') return question(view);
  if (name === 'runtimeChatHistory') return valueAtPath(ownMessages(state), path);
  return flowValue(name, request);
}

function variable([name = '']: Path, { request, refusal }: ReferenceView): string {
  if (refusal && request.secretVariables?.has(name)) throw new AppError('FLOW_INVALID', refusal(name));
  const { variables = {} } = request;
  return Object.hasOwn(variables, name) ? (variables[name] ?? '') : '';
}

function triggerReference(type: 'form' | 'webhook', path: Path, view: ReferenceView): unknown {
  const trigger = view.state?.trigger ?? view.request.trigger;
  if (trigger?.type !== type) return undefined;
  if (trigger.type === 'form') return valueAtPath(trigger.form, path);
  const { body, headers, query } = trigger;
  const [part, name, ...others] = path;
  // Names of headers are the same in any case.
  if (part === 'headers' && name !== undefined)
    return valueAtPath(headers, [Object.hasOwn(headers, name) ? name : name.toLowerCase(), ...others]);
  return valueAtPath({ body, headers, query }, path);
}

/** `{{ nodeId }}`, `{{ nodeId.output.path }}`; the older `{{ nodeId.data.instance }}` means the first. */
function stepReference(id: string, path: Path, { state }: ReferenceView): unknown {
  const result = state?.results[id];
  if (!result || path.length === 0 || (path[0] === 'data' && path[1] === 'instance')) return result?.content;
  return valueAtPath(result.output, path[0] === 'output' ? path.slice(1) : path);
}

/** Looks up references in the state and the request. */
export function findIn(view: ReferenceView): FindValue {
  const { request, state, stepIds } = view;
  const plain: Readonly<Record<string, (path: Path) => unknown>> = {
    question: () => question(view),
    chat_history: () => view.history,
    file_attachment: () => request.fileAttachment ?? '',
    current_date_time: () => new Date().toISOString(),
    runtime_messages_length: () => ownMessages(state).length,
    loop_count: () => Object.values(state?.loops ?? {}).at(-1) ?? 0,
    $vars: (path) => variable(path, view),
    $flow: (path) => flowReference(path, view),
    $form: (path) => triggerReference('form', path, view),
    $webhook: (path) => triggerReference('webhook', path, view),
    $iteration: (path) => valueAtPath(state?.iteration?.value, path),
  };
  return ([head = '', ...path]) => {
    if (Object.hasOwn(plain, head)) return { value: plain[head]?.(path) };
    return stepIds.has(head) ? { value: stepReference(head, path, view) } : undefined;
  };
}
