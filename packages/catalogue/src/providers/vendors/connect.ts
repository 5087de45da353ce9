import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { checkAddress, toHeaders } from '../../model/address.ts';
import { modelFetch } from '../../model/model-fetch.ts';
import { findKey, readKey } from '../../model/read-key.ts';
import { vendorLabels } from '../../model/vendor-labels.data.ts';
import type { OpenAiConnection } from '../openai/connection.ts';
import type { ModelInputs } from './model-inputs.ts';
import type { Vendor } from './vendor.ts';

/** How errors name a vendor. */
export const labelOf = ({ provider }: Vendor): string => vendorLabels[provider] ?? provider;

/** Address, key and headers of a vendor as a node sets them; `kind` is what needs the key: "chat model". */
export async function connect(
  vendor: Vendor,
  inputs: ModelInputs,
  context: RunContext,
  kind: string,
): Promise<OpenAiConnection> {
  const label = labelOf(vendor);
  if (inputs.proxyUrl)
    throw new AppError('FLOW_INVALID', `${label}: a custom Proxy Url is not supported. Clear the field.`);
  const typed = inputs.basepath || inputs.basePath || inputs.overrideEndpoint;
  const kept = vendor.addressField && (await findKey(context, vendor.addressField));
  const address = typed || kept || vendor.baseUrl;
  if (!address) throw new AppError('FLOW_INVALID', `${label}: enter the address of the server.`);
  const baseUrl = checkAddress(address, 'Base Path');
  const headers = toHeaders(inputs.baseOptions, 'BaseOptions');
  return {
    baseUrl,
    // A server of one's own may require no key.
    apiKey:
      baseUrl === vendor.baseUrl
        ? await readKey(context, vendor.keyField, `${label} ${kind}`)
        : await findKey(context, vendor.keyField),
    ...(headers && { headers }),
    ...(vendor.body && { body: vendor.body }),
    fetch: modelFetch(context, inputs.timeout),
  };
}
