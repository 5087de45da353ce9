import { createFromTemplate } from '@tendril/contract/api/flow-templates';
import {
  createToolFromTemplate,
  listTemplateCards,
  readTemplate,
  takeTemplate,
  tryTemplate,
} from '@tendril/contract/api/template-gallery';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import { serveStream } from '../../../platform/http/serve-stream.ts';
import type { TemplateGallery } from './template-gallery.ts';
import type { TemplateTrials } from './template-trials.ts';

const trialsPerMinute = 60;

/** Routes of the gallery: previewing a template, trying it, creating something from it. */
export function templateGalleryRoutes(app: App, gallery: TemplateGallery, trials: TemplateTrials): void {
  serve(app, listTemplateCards, ({ caller }) => gallery.list(caller));
  serve(app, readTemplate, ({ caller, params }) => gallery.read(caller, params.id));
  serve(app, createFromTemplate, ({ caller, params, body }) => gallery.create(caller, params.id, body));
  serve(app, takeTemplate, async ({ caller, params }) => ({
    flowData: await gallery.take(caller, params.id),
  }));
  serve(app, createToolFromTemplate, ({ caller, params }) => gallery.createTool(caller, params.id));
  serveStream(
    app,
    tryTemplate,
    async ({ caller, params, body, open, signal }) => {
      const run = await trials.prepare(caller, params.id, body);
      const stream = open();
      await run((event) => stream.send(event, event.seq), signal);
    },
    { perMinute: trialsPerMinute },
  );
}
