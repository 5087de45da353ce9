import {
  createPhoneNumber,
  deletePhoneNumber,
  listPhoneNumbers,
  updatePhoneNumber,
} from '@tendril/contract/api/phone-numbers';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { PhoneNumbers } from './phone-numbers.ts';

/** Routes of phone numbers. */
export function phoneNumberRoutes(app: App, numbers: PhoneNumbers): void {
  serve(app, listPhoneNumbers, async ({ caller }) => ({ data: await numbers.list(caller) }));
  serve(app, createPhoneNumber, async ({ caller, body }) => ({ data: await numbers.create(caller, body) }));
  serve(app, updatePhoneNumber, async ({ caller, params, body }) => ({
    data: await numbers.update(caller, params.id, body),
  }));
  serve(app, deletePhoneNumber, ({ caller, params }) => numbers.remove(caller, params.id));
}
