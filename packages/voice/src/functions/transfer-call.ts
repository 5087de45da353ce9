import { fillDynamicVariables } from '@tendril/contract/voice/dynamic-variables';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { CallFunction, FunctionContext, FunctionOutcome } from '../call-function.ts';
import { describeFunction, noArguments } from './describe-function.ts';
import type { FunctionMeans } from './function-means.ts';
import { listedNumber, plainNumber, telephoneNumbers } from './telephone-numbers.ts';

type Transfer = Extract<VoiceFunction, { type: 'transfer_call' }>;

/**
 * Connects the caller to a fixed number, or to one that the model chooses. It may choose only from numbers that the
 * agent's own texts name, whatever a caller asks for.
 */
export function transferCall(asked: Transfer, means: FunctionMeans): CallFunction {
  const common = { name: asked.name, speaksAfter: false };
  if (asked.target === 'static') {
    const usual = 'Transfers the caller to a person. Tell the caller before you call this.';
    return {
      ...common,
      description: describeFunction(asked.description, usual, means),
      parameters: { ...noArguments },
      places: `${asked.number} ${asked.handoff?.text ?? ''}`,
      run: async (_, { variables }) =>
        connect(asked, plainNumber(fillDynamicVariables(asked.number, variables)), variables),
    };
  }
  const usual = 'Transfers the caller to the number that fits. Tell the caller before you call this.';
  const description = describeFunction(asked.description, usual, means);
  const routing = fillDynamicVariables(asked.routingPrompt, means.variables ?? {});
  return {
    ...common,
    description: `${description}\n${routing}`.trim(),
    parameters: {
      type: 'object',
      properties: {
        number: { type: 'string', description: 'One of the numbers named for transfers, as +<digits>.' },
      },
      required: ['number'],
    },
    places: `${asked.routingPrompt} ${asked.handoff?.text ?? ''}`,
    run: async ({ number }, { variables }) => {
      const list = telephoneNumbers(
        `${fillDynamicVariables(asked.routingPrompt, variables)}\n${means.prompt ?? ''}`,
      );
      const found = listedNumber(String(number), list);
      if (found !== undefined) return connect(asked, found, variables);
      const listed = list.length > 0 ? list.join(', ') : 'none';
      return {
        isOk: false,
        result: `This number is not on the list of numbers for transfers (${listed}). Tell the caller that it cannot be dialled.`,
      };
    },
  };
}

function connect(asked: Transfer, number: string, variables: FunctionContext['variables']): FunctionOutcome {
  if (!/^\+?[1-9]\d{4,14}$/.test(number))
    return { isOk: false, result: `"${number}" is not a telephone number, so nobody can be reached there.` };
  const { transferType: kind, holdSound = 'ringtone' } = asked;
  // The transferee's number is shown in cold transfers only.
  const displayedNumber = kind === 'cold' ? asked.displayedNumber : 'agent';
  return {
    isOk: true,
    result: `The caller is connected to ${number}.`,
    action: {
      ...{ type: 'transfer', number, kind, displayedNumber },
      ...(kind === 'warm' && { holdSound, ...handoffOf(asked, variables) }),
    },
  };
}

function handoffOf({ handoff }: Transfer, variables: FunctionContext['variables']) {
  if (!handoff || handoff.text.trim() === '') return {};
  return { handoff: { [handoff.type]: fillDynamicVariables(handoff.text, variables) } };
}
