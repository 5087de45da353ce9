// What other features and the composition may use of this one.
export { chatMessageRoutes } from './chat-messages.routes.ts';
export {
  createChatMessageService,
  insertMessages,
  type MessageRow,
  putMessage,
  readHistory,
} from './chat-messages.ts';
export { createChatSessionService } from './chat-sessions.ts';
export { readPeriod } from './read-period.ts';
