import type { Choice } from '@tendril/contract/node/param';

const names =
  'us-east-1 us-east-2 us-west-1 us-west-2 ca-central-1 sa-east-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-west-1 eu-west-2 eu-west-3 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 af-south-1 me-central-1 me-south-1 il-central-1';

/** The regions of AWS, for the forms that ask for one. */
export async function listAwsRegions(): Promise<Choice[]> {
  return names.split(' ').map((name) => ({ name, label: name }));
}
