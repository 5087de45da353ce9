import * as z from 'zod';

/** Names that stand in paths of their own beside `api/{name}/v1`. */
const takenSegments = new Set(['agent-studio', 'retell', 'v1']);

/** A name in the paths of the API. */
export const pathSegment = (fallback: string) =>
  z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens')
    .refine((name) => !takenSegments.has(name), 'is the name of other paths')
    .default(fallback);
