// What other features and the composition may use of this one.
export { createAgentFiles, type ForeignAgentFiles } from './agent-files.ts';
export { createAgentOverviews } from './agent-overviews.ts';
export { findAgentUses } from './agent-uses.ts';
export { type AgentVersions, createAgentVersions } from './agent-versions.ts';
export { hasSameReceiver, otherReceiver } from './function-receiver.ts';
export { voiceAgentRoutes } from './voice-agents.routes.ts';
export {
  createVoiceAgents,
  type TakenSnapshot,
  type VoiceAgents,
  type WantedVersion,
} from './voice-agents.ts';
