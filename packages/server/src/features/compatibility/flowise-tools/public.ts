// What other features and the composition may use of this one.
export { flowiseToolRoutes } from './flowise-tools.routes.ts';
export { createPromptHub } from './prompt-hub.ts';
