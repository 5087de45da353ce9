// What other features and the composition may use of this one.

export { retellRoutes } from './retell.routes.ts';
export { retellAgentFiles } from './retell-agent-file.ts';
export { createRetellAgents } from './retell-agents.ts';
export { retellCallRoutes } from './retell-calls.routes.ts';
export { createRetellCalls } from './retell-calls.ts';
export { retellKnowledgeRoutes } from './retell-knowledge.routes.ts';
export { createRetellKnowledge } from './retell-knowledge.ts';
export { createRetellLlms } from './retell-llms.ts';
export { retellNumberRoutes } from './retell-phone-numbers.routes.ts';
export { createRetellPhoneNumbers, type RetellNumberParts } from './retell-phone-numbers.ts';
export { retellVoiceRoutes } from './retell-voices.routes.ts';
export { createRetellVoices } from './retell-voices.ts';
