import {
  listCredentialComponents,
  listNodes,
  listNodesOfCategory,
  loadNodeOptions,
  readCredentialComponent,
  readNode,
  readNodeExample,
} from '@tendril/contract/api/nodes';
import type { App } from '../../../platform/http/app.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import { sendEtagged } from './etagged-json.ts';
import type { NodeService } from './nodes.ts';

const alias = { alias: true };

/** Routes of the catalogue; the lists are also under `/api/v1`. */
export function nodeRoutes(app: App, nodes: NodeService): void {
  serveRaw(
    app,
    listNodes,
    async ({ request, reply, query }) => sendEtagged(await nodes.list(query.summary), request, reply),
    alias,
  );
  serve(app, listNodesOfCategory, ({ params }) => nodes.ofCategory(params.name), alias);
  serve(app, readNode, ({ params }) => nodes.read(params.name), alias);
  serve(app, readNodeExample, ({ params }) => nodes.readExample(params.name), alias);
  serve(app, loadNodeOptions, ({ caller, params, body, signal }) =>
    nodes.loadOptions(caller, params.name, body, signal),
  );
  serve(app, listCredentialComponents, () => nodes.listCredentialKinds(), alias);
  serve(app, readCredentialComponent, ({ params }) => nodes.readCredentialKinds(params.name), alias);
}
