// What other features and the composition may use of this one.
export { createAssistantComponents } from './assistant-components.ts';
export { assistantRoutes } from './assistants.routes.ts';
export { type AssistantService, createAssistantService } from './assistants.ts';
export { createConversions } from './conversions.ts';
export { createOpenAiAssistants } from './openai-assistants.ts';
export { createWriteInstruction } from './write-instruction.ts';
