// What other features and the composition may use of this one.
export { createModels } from './models.ts';
export { openAiRoutes } from './open-ai.routes.ts';
