// What other features and the composition may use of this one.
export { callReplayRoutes } from './call-replays.routes.ts';
export { type CallReplays, createCallReplays } from './call-replays.ts';
