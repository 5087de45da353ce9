import * as z from 'zod';

/** Something that would make a run fail, found before it starts; a warning prevents neither a run nor publishing. */
export const flowProblem = z.object({
  code: z.enum([
    'UNKNOWN_NODE',
    'NODE_CANNOT_RUN',
    'NO_START',
    'NO_ENDING',
    'UNREACHABLE',
    'CYCLE',
    'LOOP_TARGET',
    'REQUIRED',
    'INVALID_VALUE',
    'CONDITION',
    'CREDENTIAL_MISSING',
    'MISSING_RECORD',
    'SEVERAL_ENDINGS',
    'DANGLING_EDGE',
    'TYPE_MISMATCH',
    'PINNED',
    'SECRET_IN_PROMPT',
  ]),
  message: z.string(),
  nodeId: z.string().optional(),
  /** The parameter or anchor at fault. */
  input: z.string().optional(),
  isWarning: z.boolean().optional(),
});
export type FlowProblem = z.output<typeof flowProblem>;
