import type { FlowData } from '@tendril/contract/flow/flow';
import { createCatalogue } from '../catalogue.ts';
import type { Starter } from '../starters/starter.ts';

/** The flow of a starter, its custom tools under ids of their own names. */
export async function readStarter(starter: Starter): Promise<FlowData> {
  const templates = new Map(
    (await createCatalogue().templates()).map((template) => [template.name, template]),
  );
  const toolIds = Object.fromEntries(starter.tools.map((tool) => [tool.name, `id-of-${tool.name}`]));
  return starter.flowData((name) => {
    const template = templates.get(name);
    if (!template) throw new Error(`There is no template ${name}`);
    return template;
  }, toolIds);
}
