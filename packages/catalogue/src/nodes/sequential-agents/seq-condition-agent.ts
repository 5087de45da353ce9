import type { PipelineMessage, PipelineState } from '@tendril/contract/provider/pipeline';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { askModel } from '../../model/ask-model.ts';
import { flowOf } from '../../pipeline/condition-items.ts';
import { decideRoute, routeAnchor } from '../../pipeline/decide-route.ts';
import { pipelineMessages } from '../../pipeline/pipeline-prompt.ts';
import { joinStates } from '../../pipeline/pipeline-run.ts';
import { checkShape } from '../../text/check-shape.ts';
import { fieldsSchema } from '../../text/fields-schema.ts';

type Selection = NodeInputs['seqConditionAgent']['conversationHistorySelection'];

const systemDefault =
  'You decide how a conversation goes on. Read it, and answer with your decision and nothing else.';

const selections: Record<Selection, (messages: readonly PipelineMessage[]) => readonly PipelineMessage[]> = {
  user_question: (messages) => messages.filter(({ role }) => role === 'user').slice(-1),
  last_message: (messages) => messages.slice(-1),
  all_messages: (messages) => messages,
  empty: () => [],
};

/** Lets a model decide which way a pipeline goes. */
export const seqConditionAgent = implementNode({
  name: 'seqConditionAgent',
  icon: 'split',
  description: 'Asks a model, and sends a pipeline one of several ways by what it says.',
  branches: true,
  step: { entry: 'sequentialNode', nameParam: 'conditionAgentName' },

  async run(inputs, context) {
    const { systemMessagePrompt = systemDefault, humanMessagePrompt, promptValues } = inputs;
    const state = joinStates(inputs.sequentialNode);
    const selected: PipelineState = {
      ...state,
      messages: selections[inputs.conversationHistorySelection](state.messages),
    };
    const prompts = { systemMessagePrompt, humanMessagePrompt, promptValues };
    const messages = pipelineMessages(prompts, selected, context);
    const fields = inputs.conditionAgentStructuredOutput ?? [];
    const schema = fieldsSchema(fields, 'key');
    const hasFields = fields.length > 0;
    const asked = { messages, ...(hasFields && { schema }) };
    const { text } = await askModel(inputs.model ?? state.model, asked, context);
    const output = hasFields ? checkShape(text, schema) : { content: text };
    const flow = { ...flowOf(state), output };
    const label = await decideRoute(inputs.condition, state, context, flow);
    return { [routeAnchor(label, context)]: state };
  },

  pass: ({ sequentialNode }, context) => ({ [routeAnchor(undefined, context)]: joinStates(sequentialNode) }),

  replay({ sequentialNode }, pinned, context) {
    const taken = Object.keys(pinned).find((name) =>
      context.outputOptions?.some((option) => option.name === name),
    );
    return { [taken ?? routeAnchor(undefined, context)]: joinStates(sequentialNode) };
  },
});
