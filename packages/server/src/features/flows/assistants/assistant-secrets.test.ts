import { createCatalogue } from '@tendril/catalogue/catalogue';
import type { Assistant } from '@tendril/contract/api/assistants';
import { storedValueMask } from '@tendril/contract/api/credentials';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';
import { output } from '@tendril/contract/node/anchor';
import { type AnyNode, defineNode } from '@tendril/contract/node/define-node';
import { toTemplate } from '@tendril/contract/node/node-template';
import { param } from '@tendril/contract/node/param';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowSecretPlace } from '../../../platform/secrets/secret-places.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import type { NodeSource } from '../nodes/nodes.ts';

const url = `${studio}/assistants`;

/** A tool that says the password it was given. */
const lockedTool = defineNode({
  name: 'lockedTool',
  label: 'Locked Tool',
  version: 1,
  category: 'Tools',
  description: 'Opens with a password.',
  icon: 'lock',
  inputs: {
    word: param.password({ label: 'Word' }),
    paper: param.file({ label: 'Paper', fileType: '.txt', optional: true }),
  },
  outputs: { lockedTool: output(['LockedTool', 'Tool'], { label: 'Locked Tool' }) },
  async run({ word }, { nodeId }) {
    return {
      lockedTool: {
        nodeId,
        name: `tool_${nodeId}`,
        description: 'Tells the word',
        inputSchema: { type: 'object', properties: {} },
        execute: async () => ({ text: word }),
      },
    };
  },
}) as AnyNode;

function lockedCatalogue(): NodeSource {
  const base = createCatalogue();
  const template = toTemplate(lockedTool);
  return {
    ...base,
    load: async (name) => (name === 'lockedTool' ? lockedTool : base.load(name)),
    templates: async () => [...(await base.templates()), template],
    template: async (name) => (name === 'lockedTool' ? template : base.template(name)),
  };
}

describe.each(databases)('secrets of assistants on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database, catalogue: lockedCatalogue() });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const tool = (word: string) => ({ name: 'lockedTool', inputs: { word } });
  const detailsOf = ({ details }: Assistant) => JSON.parse(details) as CustomDetails;
  const openedWords = async (flowId: string | null) => {
    const flow = await app.infrastructure.db
      .selectFrom('flow')
      .selectAll()
      .where('id', '=', flowId ?? '')
      .executeTakeFirstOrThrow();
    const version = await app.infrastructure.db
      .selectFrom('flow_version')
      .selectAll()
      .where('id', '=', flow.draftVersionId ?? '')
      .executeTakeFirstOrThrow();
    const nodes = JSON.parse(version.flowData).nodes as { id: string; data: { inputs: { word?: string } } }[];
    const secrets = await app.infrastructure.db.selectFrom('flow_secret').selectAll().execute();
    return Object.fromEntries(
      nodes.flatMap(({ id, data }) => {
        const row = secrets.find((secret) => data.inputs.word?.endsWith(secret.id));
        return row ? [[id, app.infrastructure.vault.open(flowSecretPlace(row), row.encryptedData)]] : [];
      }),
    );
  };

  it('ATK-130: stand sealed in the flow, not in the details, also before there is a model', async () => {
    const file = `data:text/plain;base64,${Buffer.from('canary-3').toString('base64')},filename:p.txt`;
    const details = {
      name: 'Sealed',
      tools: [{ ...tool('canary-1'), inputs: { word: 'canary-1', paper: file } }, tool('canary-2')],
    };
    const answer = await user.inject({
      method: 'POST',
      url,
      payload: { details: JSON.stringify(details), type: 'CUSTOM' },
    });
    const made = answer.json<Assistant>();
    expect(detailsOf(made).tools.map(({ inputs }) => inputs?.['word'])).toEqual([
      storedValueMask,
      storedValueMask,
    ]);
    expect(detailsOf(made).tools[0]?.inputs?.['paper']).toBe('FILE-STORAGE::["p.txt"]');
    const rows = await app.infrastructure.db.selectFrom('assistant').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/canary|Y2FuYXJ5/);
    expect(await openedWords(made.flowId)).toEqual({ lockedTool_0: 'canary-1', lockedTool_1: 'canary-2' });

    const [, second] = detailsOf(made).tools;
    const saved = await user.inject({
      method: 'PUT',
      url: `${url}/${made.id}`,
      payload: { details: JSON.stringify({ ...detailsOf(made), tools: [second, tool('canary-4')] }) },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.body).not.toContain('canary');
    expect(await openedWords(made.flowId)).toEqual({ lockedTool_1: 'canary-2', lockedTool_0: 'canary-4' });
  });
});
