import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { checkAddress } from '../model/address.ts';
import { loadWebPages } from './load-web-pages.ts';

/** One page of a GitBook, or all that its sitemap lists. */
export function loadGitbook(
  { webPath, shouldLoadAllPaths }: NodeInputs['gitbook'],
  context: RunContext,
): AsyncIterable<LoadedPart> {
  const url = checkAddress(webPath, 'Web Path');
  const isAll = shouldLoadAllPaths === true;
  return loadWebPages(
    {
      url: isAll ? `${url}/sitemap.xml` : url,
      method: isAll ? 'scrapeXMLSitemap' : undefined,
      limit: 0,
      selector: 'main',
    },
    context,
  );
}
