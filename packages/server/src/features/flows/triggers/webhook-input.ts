import { conversationId, humanInput } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import { isOrderedId, mintOrderedId } from '../../../platform/db/ordered-id.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import type { AdmittedWebhook } from './admit-webhook.ts';
import type { FiringInput } from './firing-input.ts';
import { isDecision } from './is-decision.ts';
import type { WebhookContent } from './read-webhook.ts';
import { webhookWords } from './webhook-words.ts';

type WebhookInput = FiringInput & { chatId: string };

/** What a delivery starts a run with, or decides. Throws INVALID_INPUT for a decision that names no chat. */
export function webhookInput(
  { start, isTrusted }: Pick<AdmittedWebhook, 'start' | 'isTrusted'>,
  content: WebhookContent,
): WebhookInput {
  const { responseMode, callbackUrl } = start;
  const hasCallback = responseMode === 'async' && callbackUrl !== '';
  if (hasCallback && !/^https?:$/.test(URL.parse(callbackUrl)?.protocol ?? ''))
    throw new AppError('FLOW_INVALID', 'The callback address of this flow is no web address.');
  return {
    ...(isDecision(content.body) ? decisionOf(content, isTrusted) : beginningOf(start, content, isTrusted)),
    trigger: { type: 'webhook', ...content },
    ...(hasCallback && { callback: { url: callbackUrl } }),
  };
}

function beginningOf(
  start: AdmittedWebhook['start'],
  content: WebhookContent,
  isTrusted: boolean,
): Pick<WebhookInput, 'question' | 'chatId' | 'sessionId'> {
  const named = isTrusted ? (content.body as { chatId?: unknown; sessionId?: unknown } | null) : null;
  const chatId = conversationId.safeParse(named?.chatId).data ?? mintOrderedId();
  const sessionId = conversationId.safeParse(named?.sessionId).data ?? chatId;
  return { question: webhookWords(start, content), chatId, sessionId };
}

/**
 * Somebody whom nothing proves to be the sender names a chat only by the id that was made for it and given to its own
 * sender: names that members choose could be guessed.
 */
function decisionOf(
  { body }: WebhookContent,
  isTrusted: boolean,
): Pick<WebhookInput, 'question' | 'chatId' | 'humanInput'> {
  const asked = body as { chatId?: unknown; humanInput: unknown };
  const chatId = parseInput(conversationId, asked.chatId, 'chatId') as string;
  if (!isTrusted && !isOrderedId(chatId))
    throw new AppError('INVALID_INPUT', 'chatId: must be the one in the answer of this webhook');
  return {
    question: '',
    chatId,
    humanInput: parseInput(humanInput, asked.humanInput, 'humanInput') as FiringInput['humanInput'],
  };
}
