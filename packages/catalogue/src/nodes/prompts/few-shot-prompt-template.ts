import { AppError } from '@tendril/contract/app-error';
import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import { implementNode } from '../../interfaces/implement-node.ts';
import { formatPrompt } from '../../text/format-prompt.ts';
import { readJson } from '../../text/read-json.ts';

function toExamples(text: string): Record<string, unknown>[] {
  const examples = readJson(text);
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (Array.isArray(examples) && examples.every(isObject)) return examples;
  throw new AppError('INVALID_INPUT', 'Examples: enter a JSON list of objects, one for each example.');
}

const literal = (text: string) => text.replaceAll('{', '{{').replaceAll('}', '}}');

/** `{{ name }}` is a placeholder there, and a single brace is a brace. */
function fromJinja(template: string): string {
  return template
    .split(/\{\{\s*([\w.]+)\s*\}\}/)
    .map((part, index) => (index % 2 === 1 ? `{${part}}` : literal(part)))
    .join('');
}

/** A prompt that shows a model some examples first. */
export const fewShotPromptTemplate = implementNode({
  name: 'fewShotPromptTemplate',
  icon: 'braces',
  isDerived: true,
  description: 'A prompt that shows the model examples of what is wanted, before the question.',

  async run(inputs, { nodeId }) {
    const { examplePrompt, exampleSeparator, templateFormat } = inputs;
    const toTemplate = (text: string) => (templateFormat === 'jinja-2' ? fromJinja(text) : text);
    const [pattern] = examplePrompt.messages.map((message) => toTemplate(message.template));
    const examples = toExamples(inputs.examples).map((example) =>
      literal(formatPrompt(pattern ?? '', { ...examplePrompt.values, ...example })),
    );
    const parts = [toTemplate(inputs.prefix), ...examples, toTemplate(inputs.suffix)];
    const template = parts.join(exampleSeparator.replaceAll('\\n', '\n'));
    const prompt: PromptTemplate = { nodeId, messages: [{ role: 'user', template }], values: {} };
    return { fewShotPromptTemplate: prompt };
  },
});
