import type { PackedAs } from './widget-files.ts';

/** The smallest content coding that a client accepts (`accept-encoding`). */
export function acceptedPacking(header: string | undefined): PackedAs {
  const taken = (header ?? '').split(',').flatMap((part) => {
    const [name = '', ...settings] = part.split(';').map((word) => word.trim().toLowerCase());
    return settings.some((setting) => /^q=0(\.0*)?$/.test(setting)) ? [] : [name];
  });
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : 'identity';
}
