import { agentsPrefix } from './prefixes.ts';

/** Everything of the voice half that the specification gives no path lies beside its agents. */
export const hubPrefix = agentsPrefix.slice(0, agentsPrefix.lastIndexOf('/'));
