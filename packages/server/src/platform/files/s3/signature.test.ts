import { AwsV4Signer } from 'aws4fetch';
import { expect, it } from 'vitest';
import { signatureOf } from '../../../testing/strict-bucket.ts';

// From Amazon's documentation of Signature Version 4 for S3, "Examples: signature calculations".
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const published = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';

it('the published example has the published signature, from our signer and from the bucket of the tests', async () => {
  const signed = await new AwsV4Signer({
    service: 's3',
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey,
    method: 'GET',
    url: 'https://examplebucket.s3.amazonaws.com/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': emptyHash },
    datetime: '20130524T000000Z',
    allHeaders: true,
  }).sign();
  expect(signed.headers.get('authorization')).toContain(`Signature=${published}`);
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': emptyHash,
    'x-amz-date': '20130524T000000Z',
  };
  const names = 'host;range;x-amz-content-sha256;x-amz-date';
  const place = { day: '20130524', region: 'us-east-1', names };
  expect(signatureOf(secretAccessKey, { method: 'GET', target: '/test.txt', headers }, place)).toBe(
    published,
  );
});
