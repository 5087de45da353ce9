import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { CallFunction } from '../call-function.ts';
import { describeFunction, noArguments } from './describe-function.ts';
import type { FunctionMeans } from './function-means.ts';

/** Ends the call once the agent's last words have been heard. */
export function endCall(
  asked: Extract<VoiceFunction, { type: 'end_call' }>,
  means: FunctionMeans,
): CallFunction {
  const usual = 'Ends the call. Say goodbye before you call this.';
  return {
    name: asked.name,
    description: describeFunction(asked.description, usual, means),
    parameters: { ...noArguments },
    speaksAfter: false,
    run: async () => ({ isOk: true, result: 'The call ends.', action: { type: 'end-call' } }),
  };
}
