import type { ConditionOutput } from '@tendril/contract/flow/condition-outputs';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ParamForm } from '../param-form.tsx';

const input: TemplateInput = {
  name: 'condition',
  label: 'Condition',
  type: 'conditionFunction',
  tabIdentifier: 'selectedConditionFunctionTab',
  tabs: [
    {
      name: 'conditionUI',
      label: 'Condition (Table)',
      type: 'datagrid',
      datagrid: [
        { field: 'variable', headerName: 'Variable' },
        { field: 'operation', headerName: 'Operation', valueOptions: ['Contains', 'Is', 'Is Empty'] },
        { field: 'value', headerName: 'Value' },
        { field: 'output', headerName: 'Output Name' },
      ],
    },
    { name: 'conditionFunction', label: 'Condition (Code)', type: 'code' },
  ],
};

interface Saved {
  values: Readonly<Record<string, unknown>>;
  outputs: readonly ConditionOutput[];
}

/** Opens the dialog of a condition node; answers what was saved so far. */
async function open(values: Record<string, unknown>): Promise<Saved[]> {
  const saved: Saved[] = [];
  render(
    <ParamForm
      inputs={[input]}
      values={values}
      onChange={() => {
        throw new Error('a condition is saved as one step');
      }}
      scope={{
        nodeName: 'seqCondition',
        nodeId: 'seqCondition_0',
        nodeLabel: 'Condition: verdict',
        conditionVariables: () => [{ name: '$flow.state.verdict', about: 'From the state' }],
        onSaveCondition: (changes, outputs) => saved.push({ values: changes, outputs }),
      }}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Edit the condition' }));
  await screen.findByRole('dialog', { name: 'Condition: verdict' });
  return saved;
}

const items = (...rows: object[]) => ({ conditionUI: JSON.stringify(rows) });
const whole = { variable: '$flow.state.verdict', operation: 'Is', value: 'refund', output: 'Refund' };
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const alertText = () => within(screen.getByRole('alert')).getByRole('paragraph').textContent;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('condition dialog', () => {
  it('CONDITION-01: a row has a variable, an operation, a value and an output name', async () => {
    await open(items(whole));
    const row = within(screen.getByRole('group', { name: 'Item 1' }));
    expect((row.getByLabelText('Variable') as HTMLInputElement).value).toBe('$flow.state.verdict');
    expect((row.getByLabelText('Operation') as HTMLSelectElement).value).toBe('Is');
    expect((row.getByLabelText('Value') as HTMLInputElement).value).toBe('refund');
    expect((row.getByLabelText('Output Name') as HTMLInputElement).value).toBe('Refund');
  });

  it.each([
    [
      'CONDITION-02',
      { ...whole, variable: '' },
      'Please specify a Variable. Try connecting Condition node to a previous node and select the variable',
      'Variable',
    ],
    ['CONDITION-03', { ...whole, output: ' ' }, 'Please specify an Output Name', 'Output Name'],
    [
      'CONDITION-04',
      { ...whole, operation: '' },
      'Please select an operation for the condition',
      'Operation',
    ],
  ])(
    '%s, SP-91: what is missing is told, the field gets the focus and nothing is saved',
    async (_item, row, text, label) => {
      const saved = await open(items(whole, row));
      save();
      expect(alertText()).toBe(text);
      const field = within(screen.getByRole('group', { name: 'Item 2' })).getByLabelText(label);
      expect(document.activeElement).toBe(field);
      expect(saved).toEqual([]);
      expect(screen.getByRole('dialog')).toBeTruthy();
    },
  );

  it('CONDITION-05: a table without items cannot be saved, and the alert has the focus', async () => {
    const saved = await open({ conditionUI: '[]' });
    save();
    expect(alertText()).toBe('Please add an item for the condition');
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(saved).toEqual([]);
  });

  it('CONDITION-06, SP-89: the outputs of the items and End are saved with the values in one step', async () => {
    const saved = await open(items(whole));
    fireEvent.click(screen.getByRole('button', { name: 'Add item' }));
    const row = within(screen.getByRole('group', { name: 'Item 2' }));
    const variable = row.getByLabelText('Variable');
    fireEvent.change(variable, { target: { value: '$flow.state.rounds' } });
    fireEvent.blur(variable);
    fireEvent.change(row.getByLabelText('Operation'), { target: { value: 'Is Empty' } });
    expect(row.queryByLabelText('Value')).toBeNull();
    fireEvent.change(row.getByLabelText('Output Name'), { target: { value: 'Ask again' } });
    save();
    expect(saved[0]?.outputs).toEqual([
      { name: 'askAgain', label: 'Ask again' },
      { name: 'end', label: 'End' },
      { name: 'refund', label: 'Refund' },
    ]);
    expect(saved[0]?.values['selectedConditionFunctionTab_seqCondition_0']).toBe('conditionUI');
    expect(JSON.parse(String(saved[0]?.values['conditionUI']))).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('CONDITION-08: code without a returned text cannot be saved', async () => {
    const saved = await open({
      selectedConditionFunctionTab_seqCondition_0: 'conditionFunction',
      conditionFunction: 'return 5',
    });
    save();
    expect(alertText()).toBe(
      'Please add a return statement in the condition code to define the output. You can refer to How to Use for more information.',
    );
    expect(saved).toEqual([]);
  });

  it('CONDITION-07: each text that the code returns is an output', async () => {
    const saved = await open({
      selectedConditionFunctionTab_seqCondition_0: 'conditionFunction',
      conditionFunction: 'if ($flow.state.x) return "A"; return \'B\'',
    });
    save();
    expect(saved[0]?.outputs.map(({ label }) => label)).toEqual(['A', 'B']);
  });

  it('CONDITION-09, SP-92: items that are no JSON are logged, reported as missing and kept as they are', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const saved = await open({ conditionUI: '{bad' });
    save();
    expect(log).toHaveBeenCalled();
    expect(alertText()).toBe('Please add an item for the condition');
    expect(saved).toEqual([]);
  });

  it('an item moves up and down, and Cancel leaves everything as it was', async () => {
    const saved = await open(items(whole, { ...whole, output: 'Later' }));
    fireEvent.click(screen.getByRole('button', { name: 'Move item 2 up' }));
    const first = within(screen.getByRole('group', { name: 'Item 1' })).getByLabelText('Output Name');
    expect((first as HTMLInputElement).value).toBe('Later');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(saved).toEqual([]);
  });
});
