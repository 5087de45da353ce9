import type { FlowTemplate } from '@tendril/catalogue/templates/flow-template';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

type FindNode = (name: string) => NodeTemplate;

/** A template of the catalogue, and its flow. */
interface LoadedTemplate {
  name: string;
  template: FlowTemplate;
  draw(find: FindNode, toolIds: Readonly<Record<string, string>>): FlowData;
}

interface BuiltInParts {
  load(): Promise<readonly LoadedTemplate[]>;
  nodes(): Promise<readonly NodeTemplate[]>;
}

/** A usable one: drawn with the nodes that this installation has. */
export interface BuiltIn {
  id: string;
  template: FlowTemplate;
  /** The flow with these tools; without them, each tool is referred to by its own name. */
  flow(toolIds?: Readonly<Record<string, string>>): FlowData;
}

/** The templates of the catalogue, loaded once. Those that need a missing node are left out. */
export function createBuiltIns({ load, nodes }: BuiltInParts) {
  let all: Promise<ReadonlyMap<string, BuiltIn>> | undefined;

  async function read(): Promise<ReadonlyMap<string, BuiltIn>> {
    const known = new Map((await nodes()).map((node) => [node.name, node]));
    const find: FindNode = (name) => {
      const node = known.get(name);
      if (!node) throw new AppError('INTERNAL', `There is no node "${name}".`);
      return node;
    };
    const found = new Map<string, BuiltIn>();
    for (const { name, template, draw } of await load()) {
      const own = Object.fromEntries(template.tools.map((tool) => [tool.name, tool.name]));
      const flow = (toolIds = own) => draw(find, toolIds);
      if (canDraw(flow)) found.set(name, { id: name, template, flow });
    }
    return found;
  }

  return (): Promise<ReadonlyMap<string, BuiltIn>> => {
    all ??= read();
    return all;
  };
}

export type BuiltIns = ReturnType<typeof createBuiltIns>;

function canDraw(flow: () => FlowData): boolean {
  try {
    flow();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
