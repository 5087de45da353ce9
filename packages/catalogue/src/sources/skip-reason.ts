import { endingOf, fileFormat } from '../loading/reading/file-format.ts';

const mostMegabytes = 50;

/** Why a file of this name and size is not read; undefined where it is. */
export function skipReason(name: string, bytes?: number): string | undefined {
  if (!fileFormat(name)) return `Files of the kind .${endingOf(name)} cannot be read here.`;
  if (bytes !== undefined && bytes > mostMegabytes * 1024 * 1024)
    return `It is larger than ${mostMegabytes} MB.`;
  return bytes === 0 ? 'It is empty.' : undefined;
}
