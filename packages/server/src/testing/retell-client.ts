import { retellPrefix } from '@tendril/contract/api/retell-pages';
import Retell from 'retell-sdk';

/** Retell's own client, at a server of a test. */
export function retellClient(address: string, apiKey: string): Retell {
  return new Retell({ apiKey, baseURL: `${address}${retellPrefix}`, maxRetries: 0 });
}

/** The status and the message with which something was refused; throws if it was not. */
export async function refusalOf(asked: Promise<unknown>): Promise<[status: number, message: string]> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Retell.APIError)) throw new Error(`Not refused: ${String(error)}`);
  return [Number(error.status), (error.error as { message: string }).message];
}
