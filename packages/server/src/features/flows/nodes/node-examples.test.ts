import { createCatalogue } from '@tendril/catalogue/catalogue';
import { exampleFlow } from '@tendril/catalogue/examples/example-flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { compileFlow } from '@tendril/engine/compile-flow';
import { beforeAll, describe, expect, it } from 'vitest';

const catalogue = createCatalogue();
let templates: NodeTemplate[] = [];
beforeAll(async () => {
  templates = await catalogue.templates();
});

/** Nodes that work through variables, goto names or other tools rather than through edges. */
const withoutExample =
  /^(stickyNote|stickyNoteAgentflow|seqLoop|customFunction|ifElseFunction|getVariable|setVariable)$/;

describe('the example of a node', () => {
  it('is a whole flow with the node in it; only a key, or a value of the node itself, may be missing', async () => {
    const faults: string[] = [];
    for (const { name, tags } of templates) {
      if (withoutExample.test(name) || tags?.includes('LlamaIndex')) continue;
      const example = exampleFlow(name, templates);
      if (!example) {
        faults.push(`${name} has no example`);
        continue;
      }
      if (!example.flowData.nodes.some(({ data }) => data.name === name))
        faults.push(`${name} is not in its example`);
      const { problems } = await compileFlow(example.flowData, catalogue);
      for (const { code, isWarning, nodeId, message } of problems) {
        const isOwnValue = nodeId?.startsWith(`${name}_`) && / is required$/.test(message);
        if (!isWarning && code !== 'CREDENTIAL_MISSING' && !isOwnValue) faults.push(`${name}: ${message}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('has no node on top of another', () => {
    for (const { name } of templates) {
      const places = exampleFlow(name, templates)?.flowData.nodes.map(
        ({ position }) => `${position.x} ${position.y}`,
      );
      expect(new Set(places).size, name).toBe(places?.length ?? 0);
    }
  });

  it('is not there for a node that nobody knows, and none that cannot run', () => {
    expect(exampleFlow('harbourSearch', templates)).toBeUndefined();
  });
});
