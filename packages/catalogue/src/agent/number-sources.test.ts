import type { UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { expect, it } from 'vitest';
import { testContext } from '../testing/run-context.ts';
import { documentTool } from '../tools/document-tool.ts';
import { numberSources } from './number-sources.ts';

const named = (pageContent: string): SourceDocument => ({
  pageContent,
  metadata: { source: 'rules.pdf', loc: { page: 3, path: ['House', 'Keys "lost"'] } },
});

async function found(texts: readonly string[], showsSources = true): Promise<UsedTool> {
  const retrieve = async () => texts.map(named);
  const tool = documentTool({ nodeId: 'a', name: 'find', description: '', showsSources, retrieve });
  const { text, ...result } = await tool.execute({ input: 'keys' }, testContext());
  return { tool: 'find', toolInput: {}, toolOutput: text, ...result };
}

it('numbers passages over all calls of an agent, as the answer lists them', async () => {
  const sources: SourceDocument[] = [];
  const first = numberSources(await found(['One', 'Two']), sources);
  const second = numberSources(await found(['Three']), sources);
  expect(String(first.toolOutput)).toContain(
    `<passage number="2" source="rules.pdf" section="House › Keys 'lost'" page="3">\nTwo`,
  );
  expect(String(second.toolOutput)).toContain('<passage number="3"');
  expect(String(second.toolOutput)).not.toContain('number="1"');
  expect(sources.map(({ pageContent }) => pageContent)).toEqual(['One', 'Two', 'Three']);
});

it('gives no numbers where the sources are not shown, and asks for none', async () => {
  const { toolOutput, sourceDocuments } = await found(['One'], false);
  expect(String(toolOutput)).not.toMatch(/number|bracket/);
  expect(sourceDocuments).toBeUndefined();
});

it('leaves what other tools have said of their own sources as it is', async () => {
  const used = { tool: 'flow', toolInput: {}, toolOutput: 'See [1].', sourceDocuments: [named('One')] };
  const sources = [named('Zero')];
  expect(numberSources(used, sources)).toBe(used);
  expect(sources).toHaveLength(2);
});
