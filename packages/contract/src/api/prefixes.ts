/** Prefixes of the API's paths. */
export const corePrefix = '/api/core/v1';
export const studioPrefix = '/api/agent-studio/v1';
export const agentsPrefix = '/api/tendril-agentshub-management/v1/agentshub/agents';
/** The paths of Flowise's public clients; the same handlers as under `studioPrefix`. */
export const publicPrefix = '/api/v1';
