import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ConditionMode,
  conditionAlerts,
  conditionOptions,
  conditionOutputName,
  conditionOutputs,
} from './condition-outputs.ts';

afterEach(() => vi.restoreAllMocks());

const row = (changes: Record<string, unknown> = {}) => ({
  variable: '$flow.state.next',
  operation: 'Is',
  value: 'x',
  output: 'Next',
  ...changes,
});

function outputs(mode: ConditionMode, value: unknown) {
  const verdict = conditionOutputs(mode, value);
  if (!('outputs' in verdict)) throw new Error(verdict.alert);
  return verdict.outputs;
}

const labels = (mode: ConditionMode, value: unknown) => outputs(mode, value).map((output) => output.label);
const items = (...rows: unknown[]) => conditionOutputs('conditionUI', JSON.stringify(rows));

describe('the items of a condition', () => {
  it('CONDITION-02: want a variable each, and say so before anything else', () => {
    const alert =
      'Please specify a Variable. Try connecting Condition node to a previous node and select the variable';
    for (const variable of ['', '  ', null, undefined])
      expect(items(row({ variable, output: '', operation: '' }))).toEqual({ alert });
    expect(items(row(), row({ variable: '' }))).toEqual({ alert });
    expect(items(null)).toEqual({ alert });
    expect(items(7)).toEqual({ alert });
  });

  it('CONDITION-03: want an output name each, asked for after the variable and before the operation', () => {
    expect(items(row({ output: '', operation: '' }))).toEqual({ alert: 'Please specify an Output Name' });
    expect(items(row({ output: undefined }))).toEqual({ alert: 'Please specify an Output Name' });
  });

  it('CONDITION-04: want an operation each', () => {
    const alert = 'Please select an operation for the condition';
    expect(items(row({ operation: '' }))).toEqual({ alert });
  });

  it('CONDITION-02: are looked at one after the other: the first that lacks something is reported', () => {
    expect(items(row({ operation: '' }), row({ variable: '' }))).toEqual({
      alert: conditionAlerts.operation,
    });
    expect(items(row(), row({ output: '' }), row({ variable: '' }))).toEqual({
      alert: conditionAlerts.output,
    });
  });

  it('CONDITION-05: none at all is reported', () => {
    const alert = 'Please add an item for the condition';
    vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const value of ['[]', '', '  ', undefined, null, [], '{}', '"text"', 'null', 5])
      expect(conditionOutputs('conditionUI', value)).toEqual({ alert });
    expect(console.error).not.toHaveBeenCalled();
  });

  it('CONDITION-06: name the outputs, and End is always one of them', () => {
    expect(labels('conditionUI', [row({ output: 'B' }), row({ output: 'A' })])).toEqual(['A', 'B', 'End']);
    expect(labels('conditionUI', JSON.stringify([row({ output: 'Zebra' })]))).toEqual(['End', 'Zebra']);
  });

  it('I-18: the outputs are sorted by code units, capitals before small letters', () => {
    expect(
      labels('conditionUI', [row({ output: 'b' }), row({ output: 'a' }), row({ output: 'Zoo' })]),
    ).toEqual(['End', 'Zoo', 'a', 'b']);
  });

  it('SP-89: an output named End, and one named twice, are there once', () => {
    expect(labels('conditionUI', [row({ output: 'End' }), row({ output: 'End' })])).toEqual(['End']);
    expect(labels('conditionUI', [row({ output: 'Next step' }), row({ output: ' next-step ' })])).toEqual([
      'End',
      'Next step',
    ]);
  });

  it('CONDITION-09, ERR-08, SP-92: malformed text goes to the console and counts as no items', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(conditionOutputs('conditionUI', '{bad')).toEqual({ alert: conditionAlerts.item });
    expect(log).toHaveBeenCalledExactlyOnceWith('Error parsing JSON', expect.any(SyntaxError));
  });
});

describe('the code of a condition', () => {
  it('CONDITION-07: gives an output for each text it returns', () => {
    expect(labels('conditionFunction', `if (x) return "B"; return 'A'`)).toEqual(['A', 'B']);
    expect(labels('conditionFunction', 'return `Later`')).toEqual(['Later']);
  });

  it('SP-89: End is among them only when it is returned', () => {
    expect(labels('conditionFunction', 'return "Go"')).toEqual(['Go']);
    expect(labels('conditionFunction', 'if (x) return "Go"; return "End"')).toEqual(['End', 'Go']);
  });

  it('CONDITION-08: code without such a return is reported', () => {
    const alert =
      'Please add a return statement in the condition code to define the output. You can refer to How to Use for more information.';
    for (const code of [
      'return 5',
      '',
      undefined,
      'const a = "return";',
      'return',
      "return ''",
      'return name',
    ])
      expect(conditionOutputs('conditionFunction', code)).toEqual({ alert });
  });
});

describe('conditionOutputName', () => {
  it('I-18: is the label in camel case', () => {
    const names: Record<string, string> = {
      'Software Engineer': 'softwareEngineer',
      End: 'end',
      code_reviewer: 'codeReviewer',
      'needs-more XMLHttp 2nd': 'needsMoreXmlHttp2Nd',
      "don't stop": 'dontStop',
      'Über alles': 'uberAlles',
      'да нет': 'даНет',
      YES: 'yes',
      '42': '42',
    };
    for (const [label, name] of Object.entries(names)) expect(conditionOutputName(label)).toBe(name);
  });

  it('gives a label without letters a name of its own, and none a dash', () => {
    expect(conditionOutputName('!?')).toBe('u33u63');
    expect(conditionOutputName('👍')).not.toBe(conditionOutputName('👎'));
    expect(conditionOutputName('a-b-c')).not.toContain('-');
  });
});

it('I-18: the anchors carry the ids that edges are drawn from', () => {
  expect(
    conditionOptions('seqCondition_0', outputs('conditionUI', [row({ output: 'Code Reviewer' })])),
  ).toEqual([
    {
      id: 'seqCondition_0-output-codeReviewer-Condition',
      name: 'codeReviewer',
      label: 'Code Reviewer',
      type: 'Condition',
      isAnchor: true,
    },
    {
      id: 'seqCondition_0-output-end-Condition',
      name: 'end',
      label: 'End',
      type: 'Condition',
      isAnchor: true,
    },
  ]);
});
