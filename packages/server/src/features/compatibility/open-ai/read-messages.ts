import type { CompletionBody } from '@tendril/contract/api/open-ai';
import type { PredictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';

type Message = CompletionBody['messages'][number];
type Upload = NonNullable<PredictionBody['uploads']>[number];

/** A conversation as a flow takes it. */
interface AskedConversation {
  question: string;
  history: NonNullable<PredictionBody['history']>;
  uploads: Upload[];
}

/**
 * Reads the messages of a completion: the last one is the question, those before it are the history. System messages go
 * first into the history, as the caller's instructions: the flow's own prompt stays in charge. Throws INVALID_INPUT for
 * a part that a flow cannot take.
 */
export function readMessages(messages: readonly Message[]): AskedConversation {
  const last = messages.length - 1;
  const asked = messages[last];
  if (asked?.role !== 'user')
    throw refused(`messages.${last}.role`, 'the last message has to be of the role "user"');
  const notes: string[] = [];
  const history: AskedConversation['history'] = [];
  for (const [index, message] of messages.slice(0, last).entries()) {
    const content = textOf(message, `messages.${index}`);
    if (message.role === 'system' || message.role === 'developer') notes.push(content);
    else if (message.role === 'user') history.push({ role: 'userMessage', content });
    else if (message.role === 'assistant') history.push({ role: 'apiMessage', content });
    else
      throw refused(
        `messages.${index}.role`,
        'flows call their tools themselves and take no results of others',
      );
  }
  const note = notes.filter(Boolean).join('\n\n');
  if (note) history.unshift({ role: 'userMessage', content: `Instructions for this conversation:\n${note}` });
  return {
    question: textOf(asked, `messages.${last}`),
    history,
    uploads: picturesOf(asked, `messages.${last}`),
  };
}

function textOf({ content, role }: Message, path: string): string {
  if (typeof content === 'string' || !content) return content ?? '';
  return content
    .flatMap((part, index) => {
      if (part.type === 'text') return part.text ?? '';
      if (part.type === 'refusal' && role === 'assistant') return [];
      if (part.type === 'image_url' && role === 'user') return [];
      throw refused(`${path}.content.${index}.type`, `parts of the type "${part.type}" are not taken`);
    })
    .join('\n');
}

function picturesOf({ content }: Message, path: string): Upload[] {
  if (typeof content === 'string' || !content) return [];
  return content.flatMap((part, index): Upload[] => {
    if (part.type !== 'image_url') return [];
    const { url } = (part['image_url'] ?? {}) as { url?: unknown };
    if (typeof url !== 'string')
      throw refused(`${path}.content.${index}.image_url.url`, 'must be an address');
    return [{ type: url.startsWith('data:') ? 'file' : 'url', name: `picture-${index + 1}`, data: url }];
  });
}

function refused(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
