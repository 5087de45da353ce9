import type { FlowDetail, starterName } from '@tendril/contract/api/flows';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type * as z from 'zod';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowService } from './flows.ts';

export type StarterName = z.output<typeof starterName>;

/** A ready flow of the catalogue, and the custom tools it calls. */
export interface Starter {
  name: string;
  description: string;
  flowData(template: (name: string) => NodeTemplate, toolIds: Record<string, string>): FlowData;
  tools: readonly {
    name: string;
    description: string;
    schema: string;
    func: string;
    color?: string;
    iconSrc?: string;
  }[];
  greeting: string;
  questions: readonly string[];
}

interface StarterParts {
  flows: FlowService;
  /** Loads a starter on first use. */
  load(name: StarterName): Promise<Starter>;
  templates(): Promise<readonly NodeTemplate[]>;
  /** Creates a custom tool unless an identical one exists; returns its id. */
  provideTool(caller: ScopedCaller, tool: Starter['tools'][number]): Promise<string>;
}

/** Creates working flows from the starters of the catalogue. */
export function createStarters(parts: StarterParts) {
  return async (caller: ScopedCaller, name: StarterName): Promise<FlowDetail> => {
    const starter = await parts.load(name);
    const templates = new Map((await parts.templates()).map((template) => [template.name, template]));
    const template = (nodeName: string) => {
      const found = templates.get(nodeName);
      if (!found) throw new AppError('INTERNAL', `The starter needs the node "${nodeName}".`);
      return found;
    };
    const toolIds: Record<string, string> = {};
    for (const tool of starter.tools) toolIds[tool.name] = await parts.provideTool(caller, tool);
    const starterPrompts = Object.fromEntries(starter.questions.map((prompt, index) => [index, { prompt }]));
    const chatbotConfig = JSON.stringify({ welcomeMessage: starter.greeting, starterPrompts });
    const id = await parts.flows.insert(caller, {
      name: starter.name,
      type: 'CHATFLOW',
      flowData: starter.flowData(template, toolIds),
      settings: { description: starter.description, chatbotConfig },
    });
    return parts.flows.read(caller, id);
  };
}
