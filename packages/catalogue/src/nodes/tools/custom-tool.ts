import type { JSONSchema7 } from '@ai-sdk/provider';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { StoredTool } from '@tendril/contract/node/run-context';
import { runUserCode } from '../../code/run-user-code.ts';
import { fieldsSchema } from '../../text/fields-schema.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { readJson } from '../../text/read-json.ts';

function inputSchema(tool: StoredTool): JSONSchema7 {
  const rows = readJson(tool.schema);
  return fieldsSchema(Array.isArray(rows) ? rows : [], 'property');
}

/** A tool that a user wrote. */
export const customTool = defineNode({
  name: 'customTool',
  label: 'Custom Tool',
  version: 1,
  category: 'Tools',
  description: 'A tool of your own: its code runs apart from the server.',
  icon: 'square-code',
  inputs: {
    selectedTool: param.asyncOptions({ label: 'Select Tool', loadMethod: 'listTools' }),
  },
  outputs: {
    customTool: output(['CustomTool', 'Tool', 'StructuredTool', 'Runnable'], { label: 'Custom Tool' }),
  },
  loadMethods: {
    async listTools({ listTools }) {
      const tools = await listTools();
      return tools.map(({ id, name, description }) => ({ name: id, label: name, description }));
    },
  },

  async run({ selectedTool }, { nodeId, services }) {
    const tool = await services.readTool(selectedTool);
    return {
      customTool: {
        nodeId,
        name: tool.name,
        description: tool.description,
        inputSchema: inputSchema(tool),
        execute: async (input, context) => {
          const variables = (input ?? {}) as Record<string, unknown>;
          const note = (hasFailed: boolean) => context.services.noteToolRun?.(tool.id, hasFailed);
          const code = { code: tool.func, variables, nodeId, name: tool.name };
          const value = await runUserCode(code, context).catch((error: unknown) => {
            note(true);
            throw error;
          });
          note(false);
          return { text: toPromptText(value) };
        },
      },
    };
  },
});
