import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { Choice } from '@tendril/contract/node/param';
import { toChoices } from '../../model/known-models.ts';
import { offeredModels } from '../../model/offered-models.ts';
import type { Vendor } from './vendor.ts';

/** The models of a vendor for a node's list; its known ones without a key. Its key is sent to its own address only. */
export async function listVendorModels(
  { baseUrl, keyField, models = [] }: Vendor,
  request: LoadRequest,
  { url = `${baseUrl}/models`, isWanted }: { url?: string; isWanted?: (id: string) => boolean } = {},
): Promise<Choice[]> {
  const key = (await request.credential())?.[keyField]?.trim();
  if (!baseUrl || !key) return toChoices(models);
  const headers = { authorization: `Bearer ${key}` };
  return offeredModels({ url, headers, ...(isWanted && { isWanted }) }, models, request);
}
