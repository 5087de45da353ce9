import { eraseData, listErasures, previewErasure } from '@tendril/contract/api/erasures';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { ErasureService } from './erasures.ts';

/** Routes of erasing what is stored of one person. */
export function erasureRoutes(app: App, erasures: ErasureService): void {
  serve(app, previewErasure, ({ caller, body }) => erasures.preview(caller, body));
  serve(app, eraseData, ({ caller, body }) => erasures.erase(caller, body));
  serve(app, listErasures, ({ caller }) => erasures.list(caller));
}
