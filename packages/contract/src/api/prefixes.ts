/** Path prefixes of the specification, section 7. */
export const corePrefix = '/api/core/v1';
export const studioPrefix = '/api/agent-studio/v1';
export const agentsPrefix = '/api/tendril-agentshub-management/v1/agentshub/agents';
/** The paths that Flowise's public clients call; the same handlers as under `studioPrefix`. */
export const publicPrefix = '/api/v1';
