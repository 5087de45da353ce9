import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Config';
const path = `${studioPrefix}/variables`;

/** `static`: the value stands here. `runtime`: read from the server's environment under the same name. */
export const variable = z.object({
  id,
  name: z.string(),
  value: z.string(),
  type: z.enum(['static', 'runtime']),
  createdDate: z.string(),
  updatedDate: z.string(),
});

// Without defaults, for changes: a key that is left out stays as it is stored.
const variableFields = z.strictObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
      'must start with a letter or "_" and hold letters, digits and "_"',
    ),
  value: z.string().max(100_000),
  type: z.enum(['static', 'runtime']),
});
const { value, type } = variableFields.shape;
const variableBody = variableFields.extend({ value: value.default(''), type: type.default('static') });

export const listVariables = endpoint({
  method: 'GET',
  path,
  auth: 'sessionOrKey',
  tag,
  summary: 'Variables.',
  response: z.array(variable),
});
export const createVariable = endpoint({
  method: 'POST',
  path,
  auth: 'sessionOrKey',
  tag,
  summary: 'Adds a variable.',
  body: variableBody,
  response: variable,
});
export const updateVariable = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  tag,
  summary: 'Changes a variable.',
  params: idParams,
  body: variableFields.partial(),
  response: variable,
});
export const deleteVariable = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  tag,
  summary: 'Deletes a variable.',
  params: idParams,
});
