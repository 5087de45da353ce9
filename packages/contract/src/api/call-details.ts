import * as z from 'zod';
import { costPart } from './call-cost-part.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { idParams } from './id.ts';
import { simulationFields } from './simulations.ts';

const tag = 'Calls';
const auth = 'sessionOrKey';
const one = `${hubPrefix}/calls/:id`;

const callCost = z.object({
  parts: z.array(costPart),
  /** The sum of the known parts. */
  knownUsd: z.number(),
  hasUnknown: z.boolean(),
});
export type CallCost = z.output<typeof callCost>;

export const readCallCost = endpoint({
  method: 'GET',
  path: `${one}/cost`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'What each part of a call cost, by list prices where they are known.',
  params: idParams,
  response: z.object({ data: callCost }),
});

/** A test case made of a call: not saved yet. */
export const draftCallTest = endpoint({
  method: 'GET',
  path: `${one}/test-case`,
  auth,
  permits: 'calls:listen',
  tag,
  summary:
    'A test case of a call up to one of its turns: the caller’s lines, and checks of what the agent did.',
  params: idParams,
  query: z.object({
    /** `seq` of the event that it goes up to, with the answer to it; the whole call without. */
    upTo: z.coerce.number().int().min(1).optional(),
  }),
  response: z.object({ data: simulationFields }),
});
