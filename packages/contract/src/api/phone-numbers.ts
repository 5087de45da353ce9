import * as z from 'zod';
import { phoneNumberFields } from '../voice/phone-number.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Phone numbers';
export const phoneNumbersPath = `${corePrefix}/assistant-phone-numbers`;
const path = phoneNumbersPath;

/** The known fields of a number; every other JSON field is stored as it came. */
export const assistantPhoneNumber = z.looseObject({ id, phoneNumber: z.string() });
export type AssistantPhoneNumber = z.output<typeof assistantPhoneNumber>;

// Whether the number itself may be missing depends on the provider: only a line for browsers has none.
const numberFields = z.looseObject({ ...phoneNumberFields, id: id.optional() });
const numberAnswer = z.object({ data: assistantPhoneNumber });

export const listPhoneNumbers = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'phone-numbers:read',
  tag,
  summary: 'Phone numbers of the workspace, oldest first.',
  response: z.object({ data: z.array(assistantPhoneNumber) }),
});

export const createPhoneNumber = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Adds a phone number.',
  body: numberFields.meta({ examples: [{ phoneNumber: '+12025550123' }] }),
  response: numberAnswer,
  status: 201,
});

export const updatePhoneNumber = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Changes the fields that are sent; the others stay.',
  params: idParams,
  body: numberFields,
  response: numberAnswer,
});

export const deletePhoneNumber = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Deletes a phone number.',
  params: idParams,
});
