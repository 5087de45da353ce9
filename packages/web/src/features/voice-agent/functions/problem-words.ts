import type { FunctionProblem } from '@tendril/contract/voice/function-problems';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { say } from '../../../kit/texts/texts.ts';

const fieldWords = {
  name: 'name',
  number: 'number',
  routingPrompt: 'routingPrompt',
  calApiKey: 'calApiKey',
  eventTypeId: 'eventTypeId',
  timezone: 'timezone',
  url: 'url',
  parameters: 'parameters',
} as const;

/** The error message below a field. */
export function problemSentence({ field, code }: FunctionProblem): string {
  const label = field in fieldWords ? fieldWords[field as keyof typeof fieldWords] : 'name';
  return say(voiceFunctionTexts, `problem_${code}`, { field: say(voiceFunctionTexts, label) });
}

/** What is missing or wrong, in few words for the list. */
export function problemList(problems: readonly FunctionProblem[]): string {
  return problems.map(problemSentence).join(' ');
}
