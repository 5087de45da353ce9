import { readLatestRelease, readVersion } from '@tendril/contract/api/server-status';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import { productVersion } from '../../../platform/product-version.ts';
import type { LatestRelease } from './latest-release.ts';

export function versionRoutes(app: App, latestRelease: LatestRelease): void {
  const version = productVersion();
  serve(app, readVersion, () => ({ version }), { alias: true });
  serve(app, readLatestRelease, () => latestRelease());
}
