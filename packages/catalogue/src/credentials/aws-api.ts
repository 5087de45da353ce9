import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { signRequest } from '../providers/bedrock/sign-request.ts';

const region = 'us-east-1';

export const awsApi = defineCredential({
  name: 'awsApi',
  label: 'AWS security credentials',
  description: 'An access key of an AWS account.',
  category: 'Chat Models',
  icon: 'aws',
  docs: 'https://console.aws.amazon.com/iam/home#/security_credentials',
  hosts: ['https://*.amazonaws.com'],
  inputs: {
    awsKey: param.password({ label: 'AWS Access Key', optional: true }),
    awsSecret: param.password({ label: 'AWS Secret Access Key', optional: true }),
    awsSession: param.password({ label: 'AWS Session Key', optional: true }),
    roleArn: param.string({ label: 'Role ARN', optional: true }),
    externalId: param.string({ label: 'External ID', optional: true }),
  },
  testNote: 'The test asks whose key it is. It costs nothing.',
  async test({ awsKey = '', awsSecret = '', awsSession }, tools) {
    const url = new URL(`https://sts.${region}.amazonaws.com/`);
    const body = 'Action=GetCallerIdentity&Version=2011-06-15';
    const keys = {
      accessKeyId: awsKey.trim(),
      secretAccessKey: awsSecret.trim(),
      sessionToken: awsSession?.trim(),
    };
    const request = { method: 'POST' as const, url, body, region, service: 'sts', at: new Date() };
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...signRequest(request, keys) };
    await (await askVendor({ url: url.href, headers, method: 'POST', body }, tools)).text();
    return '';
  },
});
