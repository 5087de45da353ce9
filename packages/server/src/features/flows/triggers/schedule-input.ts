import type { FiringInput } from './firing-input.ts';
import type { ScheduleRule } from './flow-start.ts';
import { formWords } from './form-words.ts';

/** What a due time of a schedule starts its flow with. */
export function scheduleInput({ text, form }: ScheduleRule, firesAt: number): FiringInput {
  return {
    question: form ? formWords(form) : text,
    trigger: { type: 'schedule', firesAt },
  };
}
