import type { SimulationResult } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import type { Sandbox } from '@tendril/contract/provider/sandbox';

const longestMs = 2000;
const code = `const expression = new RegExp($pattern, 'iu');
return $answers.findIndex((answer) => expression.test(answer));`;

/** Matches a pattern against the answers, in the sandbox: some patterns would block the server for ever. */
export async function judgePattern(
  sandbox: Pick<Sandbox, 'run'>,
  pattern: string,
  answers: readonly string[],
): Promise<SimulationResult['checks'][number]> {
  try {
    const variables = { $pattern: pattern, $answers: answers };
    const { value } = await sandbox.run({ code, variables, timeoutMs: longestMs });
    const at = Number(value);
    const explanation = at < 0 ? 'No answer matches the pattern.' : `Answer ${at + 1} matches the pattern.`;
    return { isOk: at >= 0, explanation };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const why = error.code === 'TOOL_TIMEOUT' ? 'it takes too long' : error.message;
    return { isOk: false, explanation: `The pattern cannot be looked for: ${why}.` };
  }
}
