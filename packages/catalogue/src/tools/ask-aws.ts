import type { RunContext } from '@tendril/contract/node/run-context';
import type { ZodType } from 'zod';
import { toModelError } from '../model/vendor-error.ts';
import { signRequest } from '../providers/bedrock/sign-request.ts';
import { askService } from './ask-service.ts';
import type { AwsAccount } from './aws-account.ts';

interface AwsCall {
  account: AwsAccount;
  /** In sentences. */
  name: string;
  /** In the signature, and in the address where no host is named. */
  service: string;
  host?: string;
  path?: string;
  /** The action, where the service takes it as a header. */
  target?: string;
  version?: '1.0' | '1.1';
  body: unknown;
}

/** Asks a service of AWS that speaks JSON. Throws the errors of `askService`. */
export async function askAws<T>(
  { account, name, service, host, path = '/', target, version = '1.1', body }: AwsCall,
  shape: ZodType<T>,
  context: Pick<RunContext, 'services' | 'signal'>,
): Promise<T> {
  const { region, keys } = account;
  const url = new URL(path, `https://${host ?? `${service}.${region}.amazonaws.com`}`);
  const text = JSON.stringify(body);
  const type = target ? `application/x-amz-json-${version}` : 'application/json';
  const given = { 'content-type': type, ...(target && { 'x-amz-target': target }) };
  const request = {
    method: 'POST' as const,
    url,
    body: text,
    headers: given,
    region,
    service,
    at: new Date(),
  };
  const { 'content-type': _, ...headers } = signRequest(request, keys);
  const answer = await askService(
    {
      service: name,
      url,
      headers,
      content: { type, text },
      secrets: [keys.secretAccessKey],
      maxMegabytes: 16,
    },
    context,
  );
  try {
    return shape.parse(answer === '' ? {} : JSON.parse(answer));
  } catch (error) {
    throw toModelError(error, name, context.signal);
  }
}
