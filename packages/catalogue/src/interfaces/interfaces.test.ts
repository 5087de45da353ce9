import { flowNodeData } from '@tendril/contract/flow/flow';
import { initNode } from '@tendril/contract/flow/init-node';
import type { AnyNode } from '@tendril/contract/node/define-node';
import { nodeTemplate } from '@tendril/contract/node/node-template';
import { param } from '@tendril/contract/node/param';
import { isParamType } from '@tendril/contract/node/param-type';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCatalogue } from '../catalogue.ts';
import { credentialModules } from '../credentials/index.gen.ts';
import { nodeModules } from '../nodes/index.gen.ts';
import { testContext } from '../testing/run-context.ts';
import { defineFromInterface } from './define-from-interface.ts';
import { implementNode } from './implement-node.ts';
import type { CredentialInterface, InterfaceInput, NodeInterface } from './node-interface.ts';
import { createInterfaces } from './read-interfaces.ts';

const interfaces = createInterfaces();
const catalogue = createCatalogue();
let rows: NodeInterface[] = [];
let credentialRows: CredentialInterface[] = [];
beforeAll(async () => {
  [rows, credentialRows] = await Promise.all([interfaces.nodes(), interfaces.credentials()]);
});

const isOwn = (name: string) => Object.hasOwn(nodeModules, name);
const without = <T>(value: T | undefined, otherwise: T): T => value ?? otherwise;

/** What a flow file depends on, of one input and of those inside it. */
function facts(input: InterfaceInput | Record<string, unknown>): unknown {
  const read = input as InterfaceInput;
  const inside = (list: readonly InterfaceInput[] | undefined) => list?.map(facts);
  return {
    name: read.name,
    label: read.label,
    type: read.type,
    default: read.default,
    isOptional: without(read.optional, false) || read.hasLongDefault === true,
    isList: without(read.list, false),
    options: read.options?.map((option) => {
      if (typeof option === 'string') return option;
      return Array.isArray(option) ? option[0] : (option as unknown as { name: string }).name;
    }),
    loadMethod: read.loadMethod,
    loadConfig: read.loadConfig,
    show: read.show,
    hide: read.hide,
    columns: read.datagrid?.map(({ field }) => field),
    array: inside(read.array),
    tabs: inside(read.tabs),
    tabIdentifier: read.tabIdentifier,
  };
}

describe('the interfaces', () => {
  it('are 297 of nodes and 113 of secrets, each known to the catalogue', async () => {
    expect([rows.length, credentialRows.length]).toEqual([297, 113]);
    const templates = new Set((await catalogue.knownTemplates()).map(({ name }) => name));
    expect(rows.filter(({ name }) => !templates.has(name))).toEqual([]);
    const kinds = new Set((await catalogue.credentials()).map(({ name }) => name));
    expect(credentialRows.filter(({ name }) => !kinds.has(name))).toEqual([]);
  });

  it('are the templates, to the letter, of all nodes that are not declared by hand', async () => {
    const templates = new Map(
      (await catalogue.knownTemplates()).map((template) => [template.name, template]),
    );
    for (const row of rows.filter(({ name }) => !isOwn(name))) {
      const template = templates.get(row.name);
      expect(template).toMatchObject({
        label: row.label,
        version: row.version,
        type: row.type,
        category: row.category,
        baseClasses: row.baseClasses,
      });
      expect(template?.inputs.map(facts), row.name).toEqual(row.inputs.map(facts));
      expect(template?.outputs?.map(({ name, label }) => ({ name, label }))).toEqual(
        row.outputs?.map(({ name, label }) => ({ name, label })),
      );
      expect(template?.credential?.credentialNames).toEqual(row.credential?.credentialNames);
      expect(template?.credential?.optional ?? false).toBe(row.credential?.optional ?? false);
      expect(nodeTemplate.parse(template)).toEqual(template);
      expect(await catalogue.template(row.name)).toEqual(template);
    }
  });

  it('say of every node without code that it cannot run, and why', async () => {
    for (const { name } of rows.filter((row) => !isOwn(row.name))) {
      const [node, template] = await Promise.all([catalogue.load(name), catalogue.template(name)]);
      expect(node?.unavailable).toMatch(/^[A-Z].+\.$/);
      expect(template).toMatchObject({ canRun: false, reason: node?.unavailable });
    }
    expect((await catalogue.template('llmChain'))?.canRun).toBeUndefined();
    expect((await catalogue.template('folderFiles'))?.reason).toContain('disk');
    expect((await catalogue.template('openAIAssistant'))?.reason).toContain('Assistants API');
  });

  it('make nodes that a flow file takes, each value under its name and each anchor with its id', async () => {
    for (const row of rows.filter(({ name }) => !isOwn(name))) {
      const template = await catalogue.template(row.name);
      if (!template) throw new Error(row.name);
      const data = initNode(template, `${row.name}_0`);
      expect(flowNodeData.safeParse(data).success).toBe(true);
      for (const input of row.inputs) {
        expect(data.inputs).toHaveProperty(input.name);
        const places = isParamType(input.type) ? data.inputParams : data.inputAnchors;
        expect(places).toContainEqual(
          expect.objectContaining({ id: `${row.name}_0-input-${input.name}-${input.type}` }),
        );
      }
    }
  });

  it('draw the steps of Agentflow V2 with the outputs of its files', async () => {
    const made = async (name: string) => {
      const template = await catalogue.template(name);
      return template && initNode(template, `${name}_0`);
    };
    expect((await made('llmAgentflow'))?.outputAnchors).toEqual([
      { id: 'llmAgentflow_0-output-llmAgentflow', name: 'llmAgentflow', label: 'LLM' },
    ]);
    const condition = await made('conditionAgentflow');
    expect(condition?.outputAnchors?.map(({ id }) => id)).toEqual([
      'conditionAgentflow_0-output-0',
      'conditionAgentflow_0-output-1',
    ]);
    expect(condition?.outputs).toEqual({});
    expect(await made('startAgentflow')).toMatchObject({ hideInput: true });
    expect((await made('loopAgentflow'))?.outputAnchors).toEqual([]);
  });
});

describe('a node from its interface', () => {
  /** A value as a flow file would hold it, and as the node's code gets it. */
  const samples: Record<string, [written: unknown, read: unknown]> = {
    string: ['text', 'text'],
    password: ['text', 'text'],
    code: ['return 1', 'return 1'],
    json: ['{"a":1}', { a: 1 }],
    number: ['7', 7],
    boolean: ['true', true],
    file: ['FILE-STORAGE::["a.csv"]', 'FILE-STORAGE::["a.csv"]'],
    asyncOptions: ['one', 'one'],
    asyncMultiOptions: ['["a","b"]', ['a', 'b']],
    datagrid: ['[{"key":"a"}]', [{ key: 'a' }]],
    datePicker: ['2026-11-22', '2026-11-22'],
    timePicker: ['09:30', '09:30'],
    weekDaysPicker: ['5,1', [1, 5]],
    monthDaysPicker: ['31', [31]],
    array: ['[{"own":"kept"}]', [{ own: 'kept' }]],
  };

  it('reads a value of every type as flow files hold it', () => {
    const seen = new Set<string>();
    for (const row of rows) {
      const { name } = row;
      for (const input of Object.values(defineFromInterface(row).inputs)) {
        if (input.kind !== 'param') continue;
        const sample = samples[input.type];
        if (!sample) continue;
        seen.add(input.type);
        expect(input.schema.parse(sample[0]), `${name}: ${input.label}`).toEqual(sample[1]);
      }
    }
    expect([...seen].sort()).toEqual(
      Object.keys(samples)
        .filter((type) => type !== 'conditionFunction')
        .sort(),
    );
  });

  it('accepts every default of its own, and each of its choices', async () => {
    for (const { name } of rows.filter((row) => !isOwn(row.name))) {
      const node = (await catalogue.load(name)) as AnyNode;
      for (const input of Object.values(node.inputs)) {
        if (input.kind !== 'param') continue;
        for (const each of [input, ...(input.variants ?? [])]) {
          if (each.default !== undefined)
            expect(each.schema.safeParse('').success, `${name}: ${each.label}`).toBe(true);
          for (const option of each.options ?? [])
            if (each.type === 'options') expect(each.schema.parse(option.name)).toBe(option.name);
        }
      }
    }
  });

  it('reads groups as a list or as text, each field by its own type, and keeps what it does not know', async () => {
    const node = (await catalogue.load('agentAgentflow')) as AnyNode;
    const tools = node.inputs['agentTools'];
    if (tools?.kind !== 'param') throw new Error('no parameter');
    const config = { agentSelectedTool: 'calculator', FLOWISE_CREDENTIAL_ID: 'c' };
    const group = { agentSelectedTool: 'calculator', agentSelectedToolRequiresHumanInput: 'true' };
    const written = [{ ...group, agentSelectedToolConfig: config }];
    const read = [{ ...group, agentSelectedToolRequiresHumanInput: true, agentSelectedToolConfig: config }];
    expect(tools.schema.parse(written)).toEqual(read);
    expect(tools.schema.parse(JSON.stringify(written))).toEqual(read);
    expect(tools.schema.parse('')).toBeUndefined();
    expect(tools.schema.safeParse('{"a":1}').success).toBe(false);
    expect(tools.schema.safeParse([1]).success).toBe(false);
    expect(node.inputs['agentModelConfig']).toMatchObject({ type: 'json', hidden: true });
  });

  it('joins the forms of one value, so that each case has its own', async () => {
    const node = (await catalogue.load('httpAgentflow')) as AnyNode;
    const body = node.inputs['body'];
    expect(body).toMatchObject({ type: 'string', variants: [{ type: 'array' }] });
  });
});

describe('the code of a node with an interface', () => {
  it('gets its inputs, and may say more than the interface of its secret and its fields', async () => {
    const row = await interfaces.node('characterTextSplitter');
    const models = await interfaces.node('chatLocalAI');
    if (!row || !models) throw new Error('no interface');
    const splitter = defineFromInterface(
      row,
      implementNode({
        name: 'characterTextSplitter',
        icon: 'scissors',
        description: 'Cuts at a separator.',
        inputs: { chunkSize: param.number({ label: 'Chunk Size', default: 500, max: 9000 }) },
        run: async ({ chunkSize, separator }) => ({
          characterTextSplitter: `${chunkSize}${separator ?? ''}`,
        }),
      }),
    );
    expect(splitter.unavailable).toBeUndefined();
    expect(splitter).toMatchObject({ icon: 'scissors', version: row.version, category: 'Text Splitters' });
    expect(Object.keys(splitter.inputs)).toEqual(row.inputs.map(({ name }) => name));
    expect(splitter.inputs['chunkSize']).toMatchObject({ max: 9000 });
    const inputs = { chunkSize: 7, separator: '|' } as never;
    expect(await splitter.run?.(inputs, testContext())).toEqual({ characterTextSplitter: '7|' });
    const local = implementNode({
      name: 'chatLocalAI',
      icon: 'box',
      description: 'A server of your own.',
      credentialUnless: 'basePath',
    });
    expect(defineFromInterface(models, local).credential).toMatchObject({ unless: 'basePath' });
  });
});

describe('a kind of secret from its interface', () => {
  it('has the fields of its interface; what may hold a password is sealed', async () => {
    for (const row of credentialRows.filter(({ name }) => !Object.hasOwn(credentialModules, name))) {
      const kind = await catalogue.credential(row.name);
      expect(Object.keys(kind?.inputs ?? {})).toEqual(row.inputs.map(({ name }) => name));
      for (const { name, type } of row.inputs)
        if (type === 'password') expect(kind?.inputs[name]?.type).toBe('password');
    }
    expect((await catalogue.credential('PostgresUrl'))?.inputs['postgresUrl']?.type).toBe('password');
    expect((await catalogue.credential('openSearchUrl'))?.inputs['openSearchUrl']?.type).toBe('string');
    expect(await catalogue.credential('constructor')).toBeUndefined();
  });
});
