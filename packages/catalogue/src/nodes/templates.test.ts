import { inputId, outputId } from '@tendril/contract/flow/anchor-id';
import { flowNodeData } from '@tendril/contract/flow/flow';
import { initNode } from '@tendril/contract/flow/init-node';
import {
  type NodeTemplate,
  nodeTemplate,
  type TemplateInput,
  templateInput,
  templateOutput,
} from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCatalogue } from '../catalogue.ts';
import { interfacePlaces } from '../interfaces/interface-places.gen.ts';
import { interfaces } from './interfaces.data.ts';

const catalogue = createCatalogue();
let templates: NodeTemplate[] = [];
beforeAll(async () => {
  templates = await catalogue.knownTemplates();
});

const mark = (input: TemplateInput) => `${input.optional ? '?' : ''}${input.list ? '[]' : ''}`;

function describeInterface(template: NodeTemplate): string {
  const anchors = template.inputs.filter((input) => !isParamType(input.type));
  const params = template.inputs.filter((input) => isParamType(input.type));
  const outputs = template.outputs ?? [{ name: template.name, baseClasses: template.baseClasses }];
  return [
    `${template.name} v${template.version}`,
    anchors.map((input) => `${input.name}<${input.type.replaceAll(' ', '_')}${mark(input)}`).join(' '),
    params.map((input) => `${input.name}:${input.type}${mark(input)}`).join(' '),
    template.hideOutput ? '' : outputs.map((one) => `${one.name}=${one.baseClasses.join(',')}`).join(' '),
  ].join(' | ');
}

describe('the catalogue', () => {
  it.each(interfaces)('NODE-01: has the interface %s', async (line) => {
    const name = line.slice(0, line.indexOf(' '));
    const template = await catalogue.template(name);
    expect(template && describeInterface(template)).toBe(line);
  });

  it('holds, beside those and those of the known interfaces, only the demo nodes, two of older flow files, five chunkers, nine sources, a reranker and local embeddings', () => {
    const known = new Set(interfaces.map((line) => line.slice(0, line.indexOf(' '))));
    const others = templates
      .map((template) => template.name)
      .filter((name) => !known.has(name) && !Object.hasOwn(interfacePlaces, name));
    expect(others.sort()).toEqual([
      'apiItems',
      'autoGPT',
      'demoEmbeddings',
      'demoModel',
      'feed',
      'gitlab',
      'imapFolder',
      'localEmbeddings',
      'notionWorkspace',
      'parentChildTextSplitter',
      'questionPairTextSplitter',
      'reactAgentChat',
      'rerankServerRetriever',
      'ruleTextSplitter',
      'sentenceWindowTextSplitter',
      'serverFolder',
      'sharePoint',
      'sitemap',
      'structureTextSplitter',
      'webCrawl',
    ]);
  });

  it('NODE-01 to NODE-03: every template, input and output is of the form that clients read', () => {
    for (const template of templates) {
      expect(nodeTemplate.parse(template)).toEqual(template);
      // What a known interface says of its type is not ours to set right.
      if (!Object.hasOwn(interfacePlaces, template.name)) expect(template.type).toBe(template.baseClasses[0]);
      for (const input of template.inputs) expect(templateInput.parse(input)).toEqual(input);
      for (const output of template.outputs ?? []) expect(templateOutput.parse(output)).toEqual(output);
    }
  });

  it('has templates that are plain JSON', () => {
    expect(JSON.parse(JSON.stringify(templates))).toEqual(templates);
  });

  it('keeps dashes out of the names that anchor ids are made of', () => {
    for (const template of templates) {
      const names = [template.name, ...template.inputs.map((input) => input.name)];
      expect(names.filter((name) => name.includes('-'))).toEqual([]);
    }
  });

  it('shows the demo nodes first in their categories', () => {
    const models = templates.filter((template) => template.category === 'Chat Models');
    expect(models[0]?.name).toBe('demoModel');
  });

  it('gives every tab of a tabs parameter a declaration of its own', () => {
    const tabs = templates.flatMap((template) => template.inputs).filter((input) => input.type === 'tabs');
    expect(tabs.length).toBeGreaterThan(0);
    for (const input of tabs) {
      expect(input.tabIdentifier).toBeTruthy();
      expect(input.tabs?.map((tab) => tab.name)).toContain(input.default);
    }
  });

  it('has a load method for every list that is loaded', async () => {
    for (const name of catalogue.names) {
      const node = await catalogue.load(name);
      for (const input of Object.values(node?.inputs ?? {})) {
        if (input.kind !== 'param' || input.type !== 'asyncOptions') continue;
        // The server lists the nodes that can stand inside another one, the canvas the steps before one.
        if (input.loadConfig || input.loadMethod === 'listPreviousNodes') continue;
        expect(node?.loadMethods).toHaveProperty(input.loadMethod ?? '(none)');
      }
    }
  });

  it('answers nothing for a name it does not have, inherited ones included', async () => {
    expect(await catalogue.load('nothing')).toBeUndefined();
    expect(await catalogue.load('constructor')).toBeUndefined();
  });
});

describe('a node made from its template', () => {
  const make = async (name: string) => {
    const template = await catalogue.template(name);
    if (!template) throw new Error(name);
    return initNode(template, `${name}_0`);
  };

  it('NODE-08 to NODE-10: writes anchor ids as flow files have them', async () => {
    const chain = await make('llmChain');
    expect(chain.inputAnchors?.[0]).toMatchObject({ id: 'llmChain_0-input-model-BaseLanguageModel' });
    expect(chain.outputAnchors?.[0]?.options?.map((option) => option.id)).toEqual([
      'llmChain_0-output-llmChain-LLMChain|BaseChain|Runnable',
      'llmChain_0-output-outputPrediction-string|json',
    ]);
    const agent = await make('seqAgent');
    const type = 'Start | Agent | Condition | LLMNode | ToolNode | CustomFunction | ExecuteFlow';
    expect(agent.inputAnchors?.[1]).toMatchObject({ id: inputId('seqAgent_0', 'sequentialNode', type) });
    expect(agent.outputAnchors?.[0]).toMatchObject({ id: outputId('seqAgent_0', 'seqAgent', ['Agent']) });
  });

  it('NODE-14: has no output where nothing goes on', async () => {
    expect((await make('seqEnd')).outputAnchors).toEqual([]);
  });

  it('NODE-04, NODE-12: every template makes a node that a flow file takes, its values from the defaults', async () => {
    for (const template of templates) {
      const node = await make(template.name);
      expect(flowNodeData.safeParse(node).success).toBe(true);
      for (const input of template.inputs)
        expect(node.inputs).toHaveProperty(input.name, input.default ?? '');
    }
  });
});
