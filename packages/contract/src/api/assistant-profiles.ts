import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Assistant profiles';
const path = `${corePrefix}/assistant-profiles`;

/** The known fields of a profile; every other JSON field is stored as it came. */
const assistantProfile = z.looseObject({ id });
export type AssistantProfile = z.output<typeof assistantProfile>;

const profileFields = z.looseObject({
  id: id.optional(),
  name: z.string().max(200, 'must have at most 200 characters').optional(),
  description: z.string().max(4000, 'must have at most 4000 characters').nullish(),
  details: z.unknown().optional(),
});
const profileAnswer = z.object({ data: assistantProfile });

export const listAssistantProfiles = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'assistants:read',
  tag,
  summary: 'Assistant profiles of the workspace, oldest first.',
  response: z.object({ data: z.array(assistantProfile) }),
});

export const createAssistantProfile = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  permits: 'assistants:edit',
  tag,
  summary: 'Adds an assistant profile.',
  body: profileFields,
  response: profileAnswer,
  status: 201,
});

const update = {
  path: `${path}/:id`,
  auth: 'session',
  permits: 'assistants:edit',
  tag,
  summary: 'Changes the fields that are sent; the others stay.',
  params: idParams,
  body: profileFields,
  response: profileAnswer,
} as const;

/** PUT and PATCH are the same partial update. */
export const updateAssistantProfile = endpoint({ method: 'PUT', ...update });
export const patchAssistantProfile = endpoint({ method: 'PATCH', ...update });

export const readAssistantProfile = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'assistants:read',
  tag,
  summary: 'One assistant profile.',
  params: idParams,
  response: profileAnswer,
});

export const deleteAssistantProfile = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'assistants:edit',
  tag,
  summary: 'Deletes an assistant profile.',
  params: idParams,
});
