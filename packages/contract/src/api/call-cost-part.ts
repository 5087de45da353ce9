import * as z from 'zod';

/** The parts of a call that somebody is paid for. */
const costPartNames = ['recognizer', 'model', 'synthesizer', 'line', 'analysis'] as const;

export const costPart = z.object({
  part: z.enum(costPartNames),
  /** Null where the price is unknown. */
  usd: z.number().nullable(),
  /** Who did it: a vendor, a model, a carrier. */
  by: z.string(),
  /**
   * `local` runs on the server itself, `list` is a vendor's list price, `measured` is what its steps cost, `none` was
   * not used, `unknown` depends on a contract or is billed elsewhere.
   */
  basis: z.enum(['local', 'list', 'measured', 'none', 'unknown']),
  /** What the price is for. */
  quantity: z.object({ count: z.number(), unit: z.enum(['minutes', 'characters']) }).optional(),
});
export type CostPart = z.output<typeof costPart>;
