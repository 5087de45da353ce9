import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { retellBodies } from './retell-bodies.ts';
import type { SampleBody } from './sample-body.ts';
import { voiceBodies } from './voice-bodies.ts';

/** A valid body for each route of the voice features, and of Retell's API for the same records. */
export const sampleBodies: ReadonlyMap<EndpointDefinition, SampleBody> = new Map([
  ...voiceBodies,
  ...retellBodies,
]);
