import { AppError } from '@tendril/contract/app-error';

/** An http or https address without a trailing slash. Throws FLOW_INVALID that names the field. */
export function checkAddress(text: string, field: string): string {
  const url = URL.parse(text.trim());
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new AppError('FLOW_INVALID', `${field}: "${text}" is not a valid URL.`);
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** Headers given as a JSON object; undefined when there are none. Throws FLOW_INVALID that names the field. */
export function toHeaders(given: unknown, field: string): Record<string, string> | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new AppError('FLOW_INVALID', `${field}: must be a JSON object of header names and values.`);
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}
