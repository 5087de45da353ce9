import { checkAddress } from '../../model/address.ts';

/** What Hugging Face's servers are asked beyond OpenAI's protocol; an endpoint of one's own serves it below `/v1`. */
export function huggingFaceRequest({
  endpoint,
  hfTopK,
}: {
  endpoint: string | undefined;
  hfTopK: number | undefined;
}) {
  const address = endpoint && checkAddress(endpoint, 'Endpoint').replace(/\/v1(?:\/chat\/completions)?$/, '');
  return { ...(address && { baseUrl: `${address}/v1` }), body: { top_k: hfTopK } };
}
