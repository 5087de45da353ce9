import { conversationId, type PredictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Visitor } from './visitor-chats.ts';

export interface Conversation {
  chatId: string;
  sessionId: string;
  /** Nobody has named it before: nothing is stored of it. */
  isNew?: boolean;
}

type Asked = Pick<PredictionBody, 'chatId' | 'sessionId' | 'overrideConfig'>;
type Planned = Pick<FlowPlan, 'fixedSessionId'>;

/** Of an API call: the requested session, else the chat, else the memory's fixed session, else a new one. */
export function outsideConversation(asked: Asked, plan: Planned): Conversation {
  const wanted = readOverride(asked.overrideConfig?.['sessionId']);
  const named = asked.chatId ?? wanted ?? asked.sessionId;
  const chatId = named ?? mintOrderedId();
  const sessionId = wanted ?? asked.sessionId ?? asked.chatId ?? plan.fixedSessionId ?? chatId;
  const isNew = named === undefined && plan.fixedSessionId === undefined;
  return { chatId, sessionId, ...(isNew && { isNew }) };
}

/**
 * Of a visitor: as of any API call, but the names a visitor gives are private to him, and the memory's fixed session is
 * not available.
 */
export function visitorConversation(asked: Asked, { chatOf }: Visitor): Conversation {
  const { chatId, sessionId, isNew } = outsideConversation(asked, {});
  return { chatId: chatOf(chatId), sessionId: chatOf(sessionId), ...(isNew && { isNew }) };
}

/** Of the app's own pages: the memory's fixed session, else the chat. */
export function ownConversation(asked: Pick<Asked, 'chatId'>, plan: Planned): Conversation {
  const chatId = asked.chatId ?? mintOrderedId();
  const isNew = asked.chatId === undefined && plan.fixedSessionId === undefined;
  return { chatId, sessionId: plan.fixedSessionId ?? chatId, ...(isNew && { isNew }) };
}

function readOverride(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  const parsed = conversationId.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = 'overrideConfig.sessionId';
  const message = 'must be text of at most 255 characters';
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
