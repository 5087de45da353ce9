import { z } from 'zod';

const count = z.number().int().min(1);

/** One thought, as the reference server for sequential thinking takes it. */
export const readThought = z.object({
  thought: z.string().describe('The thought of this step'),
  nextThoughtNeeded: z.boolean().describe('Whether another thought follows'),
  thoughtNumber: count.describe('The number of this thought'),
  totalThoughts: count.describe('How many thoughts it will take, as far as that can be said now'),
  isRevision: z.boolean().optional().describe('Whether this revises an earlier thought'),
  revisesThought: count.optional().describe('The number of the thought that is revised'),
  branchFromThought: count.optional().describe('The number of the thought that a branch begins at'),
  branchId: z.string().optional().describe('The name of the branch'),
  needsMoreThoughts: z.boolean().optional().describe('Whether more thoughts are needed than were planned'),
});
