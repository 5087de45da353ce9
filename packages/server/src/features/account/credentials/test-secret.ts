import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition, CredentialTest } from '@tendril/contract/node/define-credential';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { Egress } from '../../../platform/egress/egress.ts';

const limitMs = 10_000;
const maxBytes = 4 * 1024 * 1024;

/** The result of a test: a remark, or the reason why it failed as an error for people. */
type TestOutcome = { isOk: true; message: string } | { isOk: false; message: string; error: AppError };

/** Runs a test through the egress client; every failure becomes one sentence without a value of the credential. */
export async function testSecret(
  test: CredentialTest,
  fields: Readonly<Record<string, string>>,
  egress: Pick<Egress, 'fetch'>,
  timeoutMs = limitMs,
): Promise<TestOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  const fetch = ((input, init) => egress.fetch(input, init, { maxBytes })) as FetchFunction;
  try {
    return { isOk: true, message: await test(fields, { fetch, signal }) };
  } catch (thrown) {
    const error = signal.aborted ? late(timeoutMs) : toRefusal(thrown);
    return { isOk: false, message: error.message, error };
  }
}

function late(timeoutMs: number): AppError {
  const seconds = Math.ceil(timeoutMs / 1000);
  return new AppError('PROVIDER_UNAVAILABLE', `The provider did not respond within ${seconds} s.`);
}

function toRefusal(thrown: unknown): AppError {
  const code = (thrown as { code?: unknown } | null)?.code;
  if (code === 'EGRESS_DENIED')
    return new AppError('EGRESS_DENIED', 'This URL cannot be reached from this server.');
  if (thrown instanceof AppError) return thrown;
  return new AppError('PROVIDER_UNAVAILABLE', 'The provider could not be reached.');
}

/** Nothing is known of what is stored now. */
export const untested = { lastTestAt: null, lastTestOk: null, lastTestMessage: null };

/** The result of a test as it is stored. */
export function testColumns({ isOk, message }: TestOutcome) {
  return { lastTestAt: Date.now(), lastTestOk: isOk ? (1 as const) : (0 as const), lastTestMessage: message };
}

export function untestable(kind: CredentialDefinition | undefined): AppError {
  return new AppError('INVALID_INPUT', `${kind?.label ?? 'This kind of secret'} has no test.`);
}
