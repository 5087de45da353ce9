import { AppError, invalidInput } from '@tendril/contract/app-error';
import {
  type AssistantType,
  type CustomDetails,
  customDetails,
  typeOfDetails,
  type VendorDetails,
  vendorDetails,
} from '@tendril/contract/flow/assistant-details';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';

/** `details` by the type of their assistant. */
type ReadDetails =
  | { type: 'CUSTOM'; details: CustomDetails }
  | { type: 'OPENAI' | 'AZURE'; details: VendorDetails };

/** Parses the JSON text of `details`; without a type it is inferred from the content. Throws INVALID_INPUT. */
export function readDetails(text: string, wanted: AssistantType | undefined): ReadDetails {
  const value = parseGuardedJson(text, 'details');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'must be a JSON object';
    throw new AppError('INVALID_INPUT', `details: ${message}`, { details: [{ path: 'details', message }] });
  }
  const type = wanted ?? typeOfDetails(value as Record<string, unknown>);
  const parsed = (type === 'CUSTOM' ? customDetails : vendorDetails).safeParse(value);
  if (!parsed.success) throw invalidInput(parsed.error.issues, 'details');
  return { type, details: parsed.data } as ReadDetails;
}
