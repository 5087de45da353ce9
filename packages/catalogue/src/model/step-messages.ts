import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { ModelStepInput } from '@tendril/contract/run-event';

type Message = LanguageModelV4Prompt[number];
type Part = Exclude<Message['content'], string>[number];

/** A tool's result as text, for the trace and the demo model. */
export function toolOutputText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? 'Not allowed.';
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
  }
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `${part.toolName}(${JSON.stringify(part.input)})`;
    case 'tool-result':
      return toolOutputText(part.output);
    case 'file':
    case 'reasoning-file':
      return `[${part.mediaType}]`;
    default:
      return `[${part.type}]`;
  }
}

/** The text of one message of a prompt; a message of one text part gives that very string. */
export function messageText(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  const first = message.content[0];
  if (message.content.length === 1 && first) return partText(first);
  return message.content.map(partText).join('\n');
}

/** The exact prompt in the form of the trace. */
export function toStepMessages(prompt: LanguageModelV4Prompt): ModelStepInput['messages'] {
  return prompt.map((message) => ({ role: message.role, content: messageText(message) }));
}
