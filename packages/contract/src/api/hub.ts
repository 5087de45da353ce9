import { agentsPrefix } from './prefixes.ts';

/** The routes of voice agents; what Retell's API has no counterpart for is beside them. */
export const hubPrefix = agentsPrefix.slice(0, agentsPrefix.lastIndexOf('/'));
