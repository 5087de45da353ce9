import { Resolver } from 'node:dns/promises';
import { AppError } from '@tendril/contract/app-error';

/** Where a service of a name is (`SRV`), and what is written about it (`TXT`). Throws PROVIDER_UNAVAILABLE. */
export async function findRecords(kind: 'SRV' | 'TXT', name: string): Promise<unknown[]> {
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  try {
    return await (kind === 'SRV' ? resolver.resolveSrv(name) : resolver.resolveTxt(name));
  } catch (error) {
    // Nothing need be written about a service.
    const { code = '' } = error as { code?: string };
    if (kind === 'TXT' && /^E(NODATA|NOTFOUND)$/.test(code)) return [];
    throw new AppError('PROVIDER_UNAVAILABLE', `No server was found under the name "${name}".`, {
      cause: error,
    });
  }
}
