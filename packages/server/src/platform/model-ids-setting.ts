import { llmOptionIds } from '@tendril/contract/voice/llm-options';
import * as z from 'zod';

/** JSON of model options to the ids of other models. */
export const modelIds = z
  .string()
  .default('{}')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(z.partialRecord(z.enum(llmOptionIds), z.string().min(1)));
