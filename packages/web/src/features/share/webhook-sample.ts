import type { FlowTriggers } from '@tendril/contract/api/flow-triggers';

type Webhook = NonNullable<FlowTriggers['webhook']>;

const body = '{"message": "Hello"}';

/** A call of a webhook for a shell, with the secret where one is known. */
export function webhookSample(webhook: Webhook, url: string, secret: string): string {
  const { method, isSigned, signatureType, signatureHeader } = webhook;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const address = hasBody ? `'${url}'` : `'${url}?message=Hello'`;
  const signed = hasBody ? body : '{"message":"Hello"}';
  const isHmac = isSigned && signatureType !== 'plain-token';
  const headers = [
    hasBody && `-H 'Content-Type: application/json'`,
    isHmac && `-H "${signatureHeader}: $SIGNATURE"`,
    isSigned && !isHmac && `-H '${signatureHeader}: ${secret}'`,
    !isSigned && `-H 'Authorization: Bearer YOUR_API_KEY'`,
  ];
  const call = [
    `curl -X ${method} ${address}`,
    ...headers.filter((header) => header !== false),
    ...(hasBody ? [`-d ${isHmac ? '"$BODY"' : `'${body}'`}`] : []),
  ].join(' \\\n  ');
  if (!isHmac) return call;
  return [
    `BODY='${signed}'`,
    `SIGNATURE=$(printf '%s' "$BODY" | openssl dgst -sha256 -hmac '${secret}' -r | cut -d' ' -f1)`,
    call,
  ].join('\n');
}
