// What other features and the composition may use of this one.

export { createRetellTests } from './create-retell-tests.ts';
export { retellRoutes } from './retell.routes.ts';
export { retellAgentFiles } from './retell-agent-file.ts';
export { createRetellAgents } from './retell-agents.ts';
export { retellCallRoutes } from './retell-calls.routes.ts';
export { createRetellCalls } from './retell-calls.ts';
export { createRetellChatAgents } from './retell-chat-agents.ts';
export { retellChatRoutes } from './retell-chats.routes.ts';
export { createRetellChats } from './retell-chats.ts';
export { createRetellComponents } from './retell-components.ts';
export { retellConversationFlowRoutes } from './retell-conversation-flows.routes.ts';
export { createRetellConversationFlows } from './retell-conversation-flows.ts';
export { retellKnowledgeRoutes } from './retell-knowledge.routes.ts';
export { createRetellKnowledge } from './retell-knowledge.ts';
export { createRetellLlms } from './retell-llms.ts';
export { retellNumberRoutes } from './retell-phone-numbers.routes.ts';
export { createRetellPhoneNumbers, type RetellNumberParts } from './retell-phone-numbers.ts';
export { retellTestRoutes } from './retell-tests.routes.ts';
export { retellVoiceRoutes } from './retell-voices.routes.ts';
export { createRetellVoices } from './retell-voices.ts';
