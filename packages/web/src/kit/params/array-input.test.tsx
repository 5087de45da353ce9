import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeQuery } from '../api/nodes.queries.ts';
import { ParamForm } from './param-form.tsx';

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

type Values = Record<string, unknown>;

function show(inputs: TemplateInput[], first: Values = {}) {
  const held: { values: Values } = { values: first };
  function Form() {
    const [values, setValues] = useState(first);
    held.values = values;
    return (
      <ParamForm
        inputs={inputs}
        values={values}
        onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
        scope={{
          nodeName: 'node',
          nodeId: 'node_0',
          renderSecret: ({ fieldId, value, onChange }) => (
            <input id={fieldId} value={value} onChange={(event) => onChange(event.target.value)} />
          ),
        }}
      />
    );
  }
  render(
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>,
  );
  return held;
}

afterEach(cleanup);

const kinds = [
  { name: 'string', label: 'Text' },
  { name: 'enum', label: 'One of' },
];
const outputs: TemplateInput = {
  name: 'outputs',
  label: 'Outputs',
  type: 'array',
  minItems: 1,
  array: [
    { name: 'key', label: 'Key', type: 'string' },
    { name: 'kind', label: 'Kind', type: 'options', options: kinds, default: 'string' },
    { name: 'words', label: 'Words', type: 'string', show: { 'outputs[$index].kind': 'enum' } },
    {
      name: 'parts',
      label: 'Parts',
      type: 'array',
      array: [{ name: 'part', label: 'Part', type: 'string' }],
    },
  ],
};
const group = (number: number) => within(screen.getByRole('group', { name: `Outputs ${number}` }));

describe('a list of groups', () => {
  it('gets groups with their defaults and keeps them as a list', () => {
    const held = show([outputs]);
    fireEvent.click(screen.getByText('Add to Outputs'));
    expect(held.values['outputs']).toEqual([{ key: '', kind: 'string', words: '', parts: '' }]);
    fireEvent.change(group(1).getByLabelText(/Key/), { target: { value: 'answer' } });
    expect(held.values['outputs']).toMatchObject([{ key: 'answer' }]);
  });

  it('reads what a file holds as text, and shows each group what its own values ask for', () => {
    show([outputs], { outputs: JSON.stringify([{ kind: 'string' }, { kind: 'enum', own: 1 }]) });
    expect(group(1).queryByText('Words')).toBeNull();
    expect(group(2).getByText('Words')).toBeTruthy();
    fireEvent.change(group(1).getByLabelText(/Kind/), { target: { value: 'enum' } });
    expect(group(1).getByText('Words')).toBeTruthy();
  });

  it('keeps what it does not draw', () => {
    const held = show([outputs], { outputs: [{ key: 'a', keyConfig: { deep: true } }] });
    fireEvent.change(group(1).getByLabelText(/Key/), { target: { value: 'b' } });
    expect(held.values['outputs']).toEqual([{ key: 'b', keyConfig: { deep: true } }]);
  });

  it('moves a group by keyboard, and the cursor goes with it', () => {
    const held = show([outputs], { outputs: [{ key: 'a' }, { key: 'b' }, { key: 'c' }] });
    const keys = () => (held.values['outputs'] as { key: string }[]).map(({ key }) => key).join('');
    const down = screen.getByLabelText('Move Outputs 1 down');
    down.focus();
    fireEvent.click(down);
    expect(keys()).toBe('bac');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Outputs 2 down');
    fireEvent.click(document.activeElement!);
    expect(keys()).toBe('bca');
    // Further down it cannot go.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Outputs 3 up');
  });

  it('loses groups down to its least number', () => {
    const held = show([outputs], { outputs: [{ key: 'a' }, { key: 'b' }] });
    fireEvent.click(screen.getByLabelText('Remove Outputs 1'));
    expect(held.values['outputs']).toEqual([{ key: 'b' }]);
    expect(screen.getByLabelText('Remove Outputs 1').hasAttribute('disabled')).toBe(true);
  });

  it('may hold lists itself', () => {
    const held = show([outputs], { outputs: [{ key: 'a' }] });
    fireEvent.click(group(1).getByText('Add to Parts'));
    fireEvent.change(group(1).getByLabelText(/^Part\b(?!s)/), { target: { value: 'x' } });
    expect(held.values['outputs']).toEqual([{ key: 'a', parts: [{ part: 'x' }] }]);
  });
});

describe('a chosen node inside another', () => {
  const model: TemplateInput = {
    name: 'llmModel',
    label: 'Model',
    type: 'asyncOptions',
    loadMethod: 'listModels',
    loadConfig: true,
  };

  it('brings its own form and its secret, and its values stand beside the choice', () => {
    client.setQueryData(nodeQuery('chatThing').queryKey, {
      name: 'chatThing',
      label: 'Chat Thing',
      version: 1,
      type: 'ChatThing',
      baseClasses: ['ChatThing'],
      category: 'Chat Models',
      description: '',
      icon: '',
      inputs: [
        { name: 'cache', label: 'Cache', type: 'BaseCache', optional: true },
        { name: 'mode', label: 'Mode', type: 'string', default: 'fast' },
        { name: 'speed', label: 'Speed', type: 'number', optional: true, show: { mode: 'fast' } },
      ],
      credential: { name: 'credential', label: 'Secret', type: 'credential', credentialNames: ['thing'] },
    });
    const held = show([model], { llmModel: 'chatThing', llmModelConfig: { kept: 1 } });
    const form = within(screen.getByRole('group', { name: 'Settings of Chat Thing' }));
    expect(form.queryByText('Cache')).toBeNull();
    fireEvent.change(form.getByLabelText(/Secret/), { target: { value: 'c1' } });
    expect(held.values['llmModelConfig']).toMatchObject({ FLOWISE_CREDENTIAL_ID: 'c1' });
    fireEvent.change(form.getByLabelText(/Speed/), { target: { value: '2' } });
    expect(held.values['llmModelConfig']).toEqual({
      kept: 1,
      speed: 2,
      llmModel: 'chatThing',
      FLOWISE_CREDENTIAL_ID: 'c1',
    });
    fireEvent.change(form.getByLabelText(/Mode/), { target: { value: 'slow' } });
    expect(form.queryByText('Speed')).toBeNull();
  });
});

it('days are toggled and kept as numbers with commas', () => {
  const held = show([{ name: 'days', label: 'Days', type: 'weekDaysPicker' }], { days: '5' });
  const [sunday] = screen.getAllByRole('button');
  fireEvent.click(sunday!);
  expect(held.values['days']).toBe('0,5');
  fireEvent.click(sunday!);
  expect(held.values['days']).toBe('5');
});
