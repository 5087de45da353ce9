import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { inlineTypes } from '@tendril/contract/node/inline-type';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { paramTypes } from '@tendril/contract/node/param-type';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ParamForm } from './param-form.tsx';

// Options that a server gives are shown by the journeys.
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

type Values = Record<string, unknown>;

/** A form over values that stay with it; `held` shows them outside. */
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
          variablesOf: () => [{ name: 'question', about: 'asked' }],
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

describe('ParamForm', () => {
  it.each(inlineTypes)(
    'NODE-06: a parameter of the type %s is drawn with its label and an editor',
    (type) => {
      const tabs = [{ name: 'one', label: 'First way', type: 'string' }];
      show([
        { name: 'p', label: 'Parameter', type, optional: true, loadMethod: 'x', tabIdentifier: 't', tabs },
      ]);
      expect(screen.getByText('Parameter')).toBeTruthy();
      const field = document.querySelector('[data-param-field="p"]');
      expect(field?.querySelector('input, textarea, select, button, [role="group"], span')).toBeTruthy();
    },
  );

  it.each(paramTypes)('the type %s is drawn, and an empty one fits its editor', (type) => {
    show([{ name: 'p', label: 'Parameter', type, optional: true, array: [], tabs: [], loadMethod: 'x' }]);
    const field = document.querySelector('[data-param-field="p"]');
    expect(field?.children.length).toBeGreaterThan(1);
  });

  it('edits text, numbers, switches and choices', () => {
    const held = show([
      { name: 'text', label: 'Text', type: 'string' },
      { name: 'count', label: 'Count', type: 'number' },
      { name: 'isOn', label: 'Is on', type: 'boolean', default: false },
      {
        name: 'kind',
        label: 'Kind',
        type: 'options',
        options: [
          { name: 'a', label: 'A' },
          { name: 'b', label: 'B' },
        ],
      },
    ]);
    fireEvent.change(screen.getByLabelText(/Text/), { target: { value: 'hello' } });
    fireEvent.change(screen.getByLabelText(/Count/), { target: { value: '0' } });
    fireEvent.click(screen.getByRole('switch'));
    fireEvent.change(screen.getByLabelText(/Kind/), { target: { value: 'b' } });
    expect(held.values).toEqual({ text: 'hello', count: 0, isOn: true, kind: 'b' });
  });

  it('shows and hides parameters by the values of others', () => {
    const inputs: TemplateInput[] = [
      { name: 'mode', label: 'Mode', type: 'string', optional: true },
      { name: 'url', label: 'Address', type: 'string', optional: true, show: { mode: 'web' } },
    ];
    show(inputs, { mode: 'file' });
    expect(screen.queryByText('Address')).toBeNull();
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'web' } });
    expect(screen.getByText('Address')).toBeTruthy();
  });

  it('marks an empty required parameter and takes the mark away', () => {
    show([{ name: 'text', label: 'Text', type: 'string' }]);
    const field = document.querySelector('[data-param-field="text"]');
    expect(field?.hasAttribute('data-missing')).toBe(true);
    fireEvent.change(screen.getByLabelText(/Text/), { target: { value: 'x' } });
    expect(field?.hasAttribute('data-missing')).toBe(false);
  });

  it('a grid gets and loses rows and keeps them as JSON text', () => {
    const held = show([
      { name: 'rows', label: 'Rows', type: 'datagrid', datagrid: [{ field: 'key', headerName: 'Key' }] },
    ]);
    fireEvent.click(screen.getByText('Add row'));
    fireEvent.change(screen.getByLabelText('Key'), { target: { value: 'a' } });
    expect(held.values['rows']).toBe('[{"key":"a"}]');
    fireEvent.click(screen.getByLabelText('Remove row 1'));
    expect(held.values['rows']).toBe('[]');
  });

  it('typing two braces offers the variables, and the chosen one takes their place', () => {
    const held = show([{ name: 'text', label: 'Text', type: 'string', rows: 2, acceptVariable: true }]);
    const field = document.querySelector('textarea')!;
    fireEvent.change(field, { target: { value: 'Say {{', selectionStart: 6 } });
    fireEvent.click(screen.getByText('{{question}}'));
    expect(held.values['text']).toBe('Say {{question}}');
  });

  it('switching a tab is kept under the node id and shows that way to set it', () => {
    const tabs = [
      { name: 'plain', label: 'Plain', type: 'string' },
      { name: 'days', label: 'Day', type: 'date' },
    ];
    const held = show([{ name: 't', label: 'Ways', type: 'tabs', tabIdentifier: 'chosen', tabs }]);
    fireEvent.click(screen.getByText('Day'));
    expect(held.values).toEqual({ chosen_node_0: 'days' });
    expect(document.querySelector('input[type="date"]')).toBeTruthy();
  });

  it('FMT-15, FMT-16: a year of two digits is written out when the day is left, not while it is typed', () => {
    const held = show([{ name: 'day', label: 'Day', type: 'date' }]);
    const field = document.querySelector<HTMLInputElement>('input[type="date"]')!;
    fireEvent.change(field, { target: { value: '0069-03-04' } });
    expect(held.values['day']).toBe('0069-03-04');
    fireEvent.blur(field);
    expect(held.values['day']).toBe('1969-03-04');
    fireEvent.change(field, { target: { value: '0068-03-04' } });
    fireEvent.blur(field);
    expect(held.values['day']).toBe('2068-03-04');
  });
});
