import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowMessage, AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';
import { startState, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { type FormField, formLines, readForm } from '../../agentflow/read-form.ts';
import { loadHistory } from '../../chain/load-history.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { readJson } from '../../text/read-json.ts';
import { asRecord } from '../../tools/as-record.ts';

type StartInputs = NodeInputs['startAgentflow'];
type Values = Readonly<Record<string, unknown>>;

/** What the flow starts with: a question, if only an empty one, and what `$form` and `$webhook` read. */
interface Beginning {
  question: string;
  trigger?: AgentFlowTrigger | undefined;
}

function fromForm(given: Values, fields: readonly FormField[] | undefined, asked: string): Beginning {
  const form = readForm(given, fields ?? []);
  return { question: asked || formLines(form), trigger: { type: 'form', form } };
}

function fromWebhook(
  trigger: Extract<AgentFlowTrigger, { type: 'webhook' }>,
  { webhookInputMode, webhookDefaultInput = '' }: StartInputs,
): Beginning {
  if (webhookInputMode === 'none') return { question: '', trigger };
  if (webhookInputMode === 'payload') return { question: toPromptText(trigger.body), trigger };
  return { question: webhookDefaultInput, trigger };
}

function fromSchedule(trigger: AgentFlowTrigger, inputs: StartInputs): Beginning {
  if (inputs.scheduleInputMode === 'none') return { question: '', trigger };
  if (inputs.scheduleInputMode !== 'form') return { question: inputs.scheduleDefaultInput ?? '', trigger };
  const given = inputs.scheduleFormDefaults;
  const defaults = asRecord(typeof given === 'string' ? readJson(given) : given);
  return fromForm(defaults, inputs.scheduleFormInputTypes, '');
}

function begin(inputs: StartInputs, { question, trigger }: RunContext): Beginning {
  switch (trigger?.type) {
    case 'form':
      return fromForm(trigger.form, inputs.formInputTypes, question);
    case 'webhook':
      return fromWebhook(trigger, inputs);
    case 'schedule':
      return fromSchedule(trigger, inputs);
    default:
      // Whatever starts the flow otherwise, somebody may ask it in the chat.
      return { question };
  }
}

function valuesOf(
  { startState: rows, startPersistState }: StartInputs,
  { sessionState }: RunContext,
): Values {
  const named = (rows ?? []).filter(({ key }) => key?.trim());
  const initial = Object.fromEntries(named.map(({ key = '', value }) => [key, value ?? '']));
  return startPersistState ? { ...initial, ...sessionState } : initial;
}

const whenForm = { startInputType: 'formInput' };
const whenScheduled = { startInputType: 'scheduleInput', scheduleInputMode: 'text' };

/** Where an agent flow begins. */
export const startAgentflow = implementNode({
  name: 'startAgentflow',
  icon: 'play',
  description: 'Where an agent flow begins: with a question, a form, a webhook or on a schedule.',
  role: 'pipeline',
  step: { isStart: true },
  // A run does without them, and so do many people's files.
  inputs: {
    formTitle: param.string({ label: 'Form Title', optional: true, show: whenForm }),
    formDescription: param.string({ label: 'Form Description', optional: true, show: whenForm }),
    scheduleDefaultInput: param.string({ label: 'Default Input', optional: true, show: whenScheduled }),
  },

  async run(inputs, context) {
    const { nodeId } = context;
    const { question, trigger } = begin(inputs, context);
    const stored = inputs.startEphemeralMemory ? [] : await loadHistory({ nodeId, name: 'Memory' }, context);
    const history: AgentFlowMessage[] = stored.map(({ role, content }) => ({ role, content }));
    const messages: AgentFlowMessage[] = question === '' ? [] : [{ role: 'user', content: question }];
    const state = startState({ history, messages, values: valuesOf(inputs, context), trigger });
    const output = trigger?.type === 'form' ? { question, form: trigger.form } : { question };
    return { startAgentflow: withResult(state, nodeId, stepResult(question, output)) };
  },
});
