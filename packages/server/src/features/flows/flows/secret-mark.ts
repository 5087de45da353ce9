import { storedValueMask } from '@tendril/contract/api/credentials';

const prefix = 'STORED-SECRET::';
const marks = /STORED-SECRET::[A-Za-z0-9_-]{1,64}/g;

/** The placeholder of a sealed value in stored flow data. */
export function secretMark(id: string): string {
  return prefix + id;
}

/** Id of the sealed value that a stored value stands for. */
export function secretIdOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
}

/** Flow data as it may leave the server: every mark becomes the mask that a form shows. */
export function maskSecrets(flowDataText: string): string {
  return flowDataText.includes(prefix) ? flowDataText.replace(marks, storedValueMask) : flowDataText;
}
