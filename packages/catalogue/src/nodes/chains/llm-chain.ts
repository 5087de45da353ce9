import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { formatPrompt } from '../../text/format-prompt.ts';
import { withQuestion } from '../../text/prompt-values.ts';

function fill(prompt: PromptTemplate, question: string) {
  const templates = prompt.messages.map((message) => message.template);
  const values = withQuestion(templates, prompt.values, question);
  return prompt.messages.map(({ role, template }) => ({ role, content: formatPrompt(template, values) }));
}

/** One question to a model, asked with a prompt. */
export const llmChain = defineNode({
  name: 'llmChain',
  label: 'LLM Chain',
  version: 3,
  category: 'Chains',
  description: 'Fills a prompt and asks a model once.',
  icon: 'link-2',
  role: 'ending',
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language Model' }),
    prompt: anchor('BasePromptTemplate', { label: 'Prompt' }),
    outputParser: anchor('BaseLLMOutputParser', {
      label: 'Output Parser',
      optional: true,
      parsesAnswer: true,
    }),
    inputModeration: anchor('Moderation', {
      label: 'Input Moderation',
      description: 'Looks at the question first; a refused question never reaches the model.',
      optional: true,
      list: true,
    }),
    chainName: param.string({ label: 'Chain Name', placeholder: 'Name your chain', optional: true }),
  },
  outputs: {
    llmChain: output(['LLMChain', 'BaseChain', 'Runnable'], { label: 'LLM Chain' }),
    outputPrediction: output(['string', 'json'], { label: 'Output Prediction' }),
  },

  async run({ model, prompt, outputParser, inputModeration }, context) {
    const ask = async (question: string, current: RunContext, isAnswer: boolean) =>
      (await checkModeration(inputModeration, question, current)) ??
      (await askForAnswer(model, { messages: fill(prompt, question), outputParser, isAnswer }, current));
    if (context.output === 'outputPrediction') {
      // A value for other nodes, not the run's answer.
      const answer = await ask(context.question, { ...context, isStreaming: false }, false);
      return { outputPrediction: answer.json ?? answer.text };
    }
    return {
      llmChain: {
        nodeId: context.nodeId,
        invoke: (question, current) => ask(question, current, true),
      },
    };
  },
});
