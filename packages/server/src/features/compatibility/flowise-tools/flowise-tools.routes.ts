import { fetchLinks, listHubPrompts, loadHubPrompt } from '@tendril/contract/api/flowise-tools';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { PromptHub } from './prompt-hub.ts';

/** Each may be hundreds of requests to other servers. */
const crawls = { alias: true, perMinute: 20 };
const looks = { alias: true, perMinute: 60 };

/** Flowise's routes that read from the web; also under `/api/v1`. */
export function flowiseToolRoutes(app: App, egress: Pick<Egress, 'of'>, hub: PromptHub): void {
  serve(
    app,
    fetchLinks,
    async ({ caller, query, signal }) => {
      const { listWebLinks } = await import('@tendril/catalogue/loading/list-web-links');
      const { url, relativeLinksMethod: method, limit } = query;
      const fetch = egress.of(caller.workspaceId).fetch as FetchFunction;
      const links = await listWebLinks({ url, method, limit }, { fetch, signal });
      return { status: 'OK' as const, links };
    },
    crawls,
  );
  serve(app, listHubPrompts, ({ caller, body, signal }) => hub.list(caller, body.tags, signal), looks);
  serve(app, loadHubPrompt, ({ caller, body, signal }) => hub.load(caller, body.promptName, signal), looks);
}
