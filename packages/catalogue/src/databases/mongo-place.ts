import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { type MongoAddress, mongoAddress } from './mongo-address.ts';

/** Where a node's secret says that MongoDB is. Throws CREDENTIAL_MISSING without one. */
export async function mongoPlace(context: RunContext): Promise<MongoAddress> {
  const { mongoDBConnectUrl = '' } = await context.credential();
  if (mongoDBConnectUrl.trim() === '')
    throw new AppError(
      'CREDENTIAL_MISSING',
      'MongoDB needs the address of its server. Choose a credential in this node.',
    );
  return mongoAddress(mongoDBConnectUrl);
}
