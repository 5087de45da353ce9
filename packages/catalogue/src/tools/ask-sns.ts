import type { RunContext } from '@tendril/contract/node/run-context';
import { signRequest } from '../providers/bedrock/sign-request.ts';
import { askService } from './ask-service.ts';
import type { AwsAccount } from './aws-account.ts';

type Reach = { fetch: RunContext['services']['fetch']; signal: AbortSignal };

/** Asks Amazon SNS, which takes forms and answers in XML. Throws the errors of `askService`. */
export async function askSns(
  { region, keys }: AwsAccount,
  values: Readonly<Record<string, string>>,
  { fetch, signal }: Reach,
): Promise<string> {
  const url = new URL(`https://sns.${region}.amazonaws.com/`);
  const type = 'application/x-www-form-urlencoded';
  const text = new URLSearchParams({ Version: '2010-03-31', ...values }).toString();
  const given = { 'content-type': type };
  const signed = signRequest(
    { method: 'POST', url, body: text, headers: given, region, service: 'sns', at: new Date() },
    keys,
  );
  const { 'content-type': _, ...headers } = signed;
  const request = {
    service: 'Amazon SNS',
    url,
    headers,
    content: { type, text },
    secrets: [keys.secretAccessKey],
  };
  return askService(request, { services: { fetch } as RunContext['services'], signal });
}

/** The names of topics in a list of Amazon SNS. */
export function topicsOf(xml: string): string[] {
  return [...xml.matchAll(/<TopicArn>([^<]+)<\/TopicArn>/g)].map(([, arn = '']) => arn);
}
