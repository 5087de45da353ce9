import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { publicPrefix, studioPrefix } from './prefixes.ts';

/** The result of a trial of code. Code that failed reports its error here, because the request itself was right. */
const codeRun = z.object({
  output: z.unknown(),
  error: z.string().nullable(),
  logs: z.array(z.object({ level: z.enum(['debug', 'info', 'log', 'warn', 'error']), text: z.string() })),
  ms: z.number(),
});
export type CodeRun = z.output<typeof codeRun>;

/** The name and body of Flowise's route; it sees what code in a flow sees, with an empty conversation. */
export const runCustomFunction = endpoint({
  method: 'POST',
  path: `${studioPrefix}/node-custom-function`,
  auth: 'session',
  permits: 'code:run',
  tag: 'Nodes',
  summary: 'Tries JavaScript of the person in the sandbox.',
  body: z.strictObject({
    javascriptFunction: z.string().min(1, 'must not be empty').max(100_000),
    /** In code: `$name`. */
    functionInputVariables: z
      .record(z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'must be a name'), z.unknown())
      .default({}),
    /** `$flow.state` and the like. */
    flow: z.record(z.string().max(64), z.unknown()).default({}),
  }),
  response: codeRun,
});

const inputs = z.record(z.string(), z.unknown());

/** The same for Flowise's clients: the answer is what the code returned, and an error is a refusal. */
export const evaluateCustomFunction = endpoint({
  method: 'POST',
  path: `${publicPrefix}/node-custom-function`,
  auth: 'sessionOrKey',
  permits: 'code:run',
  tag: 'Nodes',
  summary: 'Runs JavaScript in the sandbox and answers what it returned.',
  body: z.object({
    javascriptFunction: z
      .string()
      .min(1, 'must not be empty')
      .max(100_000)
      .meta({ examples: ['return 1 + 1'] }),
    /** An object, or its JSON text; in code: `$name`. */
    functionInputVariables: z.union([inputs, z.string().max(100_000)]).optional(),
  }),
  response: z.unknown(),
});
