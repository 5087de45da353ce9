// What other features and the composition may use of this one.
export { assistantProfileRoutes } from './assistant-profiles.routes.ts';
export { createAssistantProfiles } from './assistant-profiles.ts';
