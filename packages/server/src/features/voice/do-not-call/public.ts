// What other features and the composition may use of this one.

export { doNotCallRoutes } from './do-not-call.routes.ts';
export { createDoNotCall, type DoNotCall } from './do-not-call.ts';
