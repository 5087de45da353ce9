import { ownSegments, type PathSegments } from '@tendril/contract/api/path-segments';

/** Where the API is found: hosts, empty for that of the page, and the names in its paths. */
interface ApiPlaces extends PathSegments {
  coreHost: string;
  studioHost: string;
}

type BuildSettings = Readonly<Record<string, string | undefined>>;

/** What the page says of the API, which its server has filled in; else what it was built with; else our own. */
export function readApiPlaces(page: ParentNode, built: BuildSettings): ApiPlaces {
  const said = page.querySelector<HTMLElement>('meta[name="api-places"]')?.dataset ?? {};
  // A page that no server of ours has handed out still holds its marks.
  const choose = (value: string | undefined, setting: string, otherwise: string) =>
    (value?.startsWith('__') ? undefined : value) || built[setting] || otherwise;
  return {
    coreHost: choose(said['coreHost'], 'VITE_CORE_HOST', ''),
    studioHost: choose(said['studioHost'], 'VITE_STUDIO_HOST', ''),
    coreService: choose(said['coreService'], 'VITE_CORE_SERVICE', ownSegments.coreService),
    product: choose(said['productName'], 'VITE_PRODUCT_NAME', ownSegments.product),
  };
}
