import type { FetchFunction } from '@tendril/contract/node/run-context';

/** Guardrails servers answer `{messages: [...]}`, newer ones in OpenAI's form: either becomes the latter. */
export function guardrailsFetch(fetch: FetchFunction): FetchFunction {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const answer = (await response.json()) as { messages?: unknown };
    if (!Array.isArray(answer.messages)) return Response.json(answer);
    return Response.json({ choices: [{ message: answer.messages.at(-1), finish_reason: 'stop' }] });
  };
}
