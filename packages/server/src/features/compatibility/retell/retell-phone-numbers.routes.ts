import * as api from '@tendril/contract/api/retell-phone-numbers';
import type { App } from '../../../platform/http/app.ts';
import type { RetellPhoneNumbers } from './retell-phone-numbers.ts';
import { serveRetell as serve } from './serve-retell.ts';

/** Phone numbers under the paths of Retell's API. */
export function retellNumberRoutes(app: App, numbers: RetellPhoneNumbers): void {
  serve(app, api.createRetellPhoneNumber, ({ caller, body }) => numbers.create(caller, body));
  serve(app, api.importRetellPhoneNumber, ({ caller, body }) => numbers.import(caller, body));
  serve(app, api.readRetellPhoneNumber, ({ caller, params }) => numbers.read(caller, params.phoneNumber));
  serve(app, api.listRetellPhoneNumbers, ({ caller, query }) => numbers.list(caller, query));
  serve(app, api.updateRetellPhoneNumber, ({ caller, params, body }) =>
    numbers.update(caller, params.phoneNumber, body),
  );
  serve(app, api.deleteRetellPhoneNumber, ({ caller, params }) => numbers.remove(caller, params.phoneNumber));
}
