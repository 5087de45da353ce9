import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { findKey } from '../model/read-key.ts';
import type { AwsKeys } from '../providers/bedrock/sign-request.ts';

export interface AwsAccount {
  keys: AwsKeys;
  region: string;
}

/** A region's name as it may stand in an address. Throws FLOW_INVALID. */
function checkRegion(region: string, owner: string): string {
  if (/^[a-z]{2}[a-z0-9-]{2,30}$/.test(region)) return region;
  throw new AppError('FLOW_INVALID', `${owner}: the region is not valid.`);
}

/**
 * The AWS keys of a node's secret; `owner` is what needs them. Throws CREDENTIAL_MISSING without keys, FLOW_INVALID for
 * a role.
 */
export async function awsAccount(
  context: Pick<RunContext, 'credential'>,
  region: string,
  owner: string,
): Promise<AwsAccount> {
  const accessKeyId = (await findKey(context, 'awsKey')) ?? (await findKey(context, 'accessKey'));
  const secretAccessKey =
    (await findKey(context, 'awsSecret')) ?? (await findKey(context, 'secretAccessKey'));
  if (!accessKeyId || !secretAccessKey)
    throw new AppError('CREDENTIAL_MISSING', `${owner}: add a secret with an AWS access key.`);
  if (await findKey(context, 'roleArn'))
    throw new AppError(
      'FLOW_INVALID',
      `${owner}: roles are not assumed here. Use keys that may ask themselves.`,
    );
  const sessionToken = await findKey(context, 'awsSession');
  return {
    region: checkRegion(region, owner),
    keys: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
  };
}
