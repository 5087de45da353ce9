import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Config';
const path = `${studioPrefix}/variables`;

/** A flow or a custom tool that refers to something of the workspace. */
export const namedUse = z.object({
  kind: z.enum(['flow', 'pipeline', 'tool']),
  id,
  name: z.string(),
});
export type NamedUse = z.output<typeof namedUse>;

/** `static`: the value is stored here. `runtime`: read from the server's environment, from `environmentName`. */
export const variable = z.object({
  id,
  name: z.string(),
  /** A mask when the variable is secret: its value never leaves the server. */
  value: z.string(),
  type: z.enum(['static', 'runtime']),
  isSecret: z.boolean(),
  /** For a runtime variable: the name of its environment variable. */
  environmentName: z.string().nullable(),
  /** Whether runs get a value: false for a runtime variable that the environment does not hold. */
  isSet: z.boolean(),
  usedBy: z.array(namedUse),
  createdDate: z.string(),
  updatedDate: z.string(),
});
export type Variable = z.output<typeof variable>;

/** A valid variable name: code reads it as `$vars.name`. */
export const variableNamePattern = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

// Without defaults, for changes: a key that is left out stays as it is stored.
const variableFields = z.strictObject({
  name: z
    .string()
    .regex(variableNamePattern, 'must start with a letter or "_" and hold letters, digits and "_"'),
  value: z.string().max(100_000),
  type: z.enum(['static', 'runtime']),
  isSecret: z.boolean(),
});
const { value, type, isSecret } = variableFields.shape;
const variableBody = variableFields.extend({
  value: value.default(''),
  type: type.default('static'),
  isSecret: isSecret.default(false),
});

export const listVariables = endpoint({
  method: 'GET',
  path,
  auth: 'sessionOrKey',
  permits: 'variables:read',
  tag,
  summary: 'Variables.',
  response: z.array(variable),
});
export const createVariable = endpoint({
  method: 'POST',
  path,
  auth: 'sessionOrKey',
  permits: 'variables:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Adds a variable.',
  body: variableBody,
  response: variable,
});
export const updateVariable = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'variables:edit',
  proof: 'ifRequired',
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
  permits: 'variables:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Deletes a variable.',
  params: idParams,
});
