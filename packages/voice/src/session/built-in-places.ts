import { builtInVariableNames } from '@tendril/contract/voice/dynamic-variables';

/** A text that names every built-in variable with a fixed name, to ask for all their values at once. */
export const builtInPlaces = builtInVariableNames.map((name) => `{{${name}}}`).join(' ');
