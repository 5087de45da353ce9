// What other features and the composition may use of this one.
export { createLatestRelease } from './latest-release.ts';
export { versionRoutes } from './version.routes.ts';
