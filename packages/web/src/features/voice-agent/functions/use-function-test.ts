import { useMutation, useQuery } from '@tanstack/react-query';
import { testFunction } from '@tendril/contract/api/calls';
import type { Answer } from '@tendril/contract/api/endpoint';
import { builtInVariableNames, dynamicVariableNames } from '@tendril/contract/voice/dynamic-variables';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { agentSettingsQuery } from '../agent.queries.ts';
import { jsonProblem } from './json-problem.ts';
import {
  argumentValue,
  readArguments,
  sampleArguments,
  schemaOf,
  type TestArgument,
} from './test-arguments.ts';

export type FunctionTestResult = Answer<typeof testFunction>;

/** The input of a test and its result. */
export interface FunctionTest {
  /** Undefined when the schema cannot be read. */
  list: TestArgument[] | undefined;
  isJson: boolean;
  setJson: (isJson: boolean) => void;
  jsonText: string;
  setJsonText: (text: string) => void;
  valueOf: (name: string) => string;
  setValue: (name: string, text: string) => void;
  /** Variables that the function's texts name. */
  variableNames: readonly string[];
  variableOf: (name: string) => string;
  setVariable: (name: string, text: string) => void;
  isRunning: boolean;
  run: () => void;
  /** Why it was not sent or got no response. */
  problem: string | undefined;
  result: FunctionTestResult | undefined;
}

const isBuiltIn = (name: string) =>
  builtInVariableNames.some((one) => one === name) || name.startsWith('current_time_');

export function useFunctionTest(agentId: string, asked: VoiceFunction): FunctionTest {
  const list = readArguments(schemaOf(asked));
  const settings = useQuery(agentSettingsQuery(agentId));
  const [isJson, setJson] = useState(list === undefined);
  const [jsonText, setJsonText] = useState(() => sampleArguments(list ?? []));
  const [values, setValues] = useState<Record<string, string>>({});
  const [variables, setVariables] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: (given: Record<string, unknown>) =>
      call(testFunction, {
        body: { agentId, function: { ...asked }, arguments: given, variables: allVariables },
      }),
  });
  const variableNames = dynamicVariableNames(JSON.stringify(asked)).filter((name) => !isBuiltIn(name));
  const defaults = settings.data?.defaultDynamicVariables ?? {};
  const variableOf = (name: string) => variables[name] ?? defaults[name] ?? '';
  const allVariables = Object.fromEntries(
    variableNames.filter((name) => variableOf(name) !== '').map((name) => [name, variableOf(name)]),
  );
  const given = (): Record<string, unknown> => {
    if (isJson) return JSON.parse(jsonText || '{}') as Record<string, unknown>;
    const pairs = (list ?? []).map((one) => [one.name, argumentValue(one, values[one.name] ?? '')]);
    return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
  };
  const run = () => {
    setProblem(undefined);
    try {
      send.mutate(given());
    } catch (thrown) {
      send.reset();
      setProblem(toMessage(thrown));
    }
  };
  return {
    list,
    isJson,
    setJson: (next) => {
      setJson(next);
      // What was filled in goes along.
      if (next && Object.keys(values).length > 0) setJsonText(textOf(given, jsonText));
    },
    jsonText,
    setJsonText,
    valueOf: (name) => values[name] ?? '',
    setValue: (name, text) => setValues({ ...values, [name]: text }),
    variableNames,
    variableOf,
    setVariable: (name, text) => setVariables({ ...variables, [name]: text }),
    isRunning: send.isPending,
    run,
    problem: problem ?? (isJson ? jsonProblem(jsonText || '{}')?.reason : undefined) ?? messageOf(send.error),
    result: send.data,
  };
}

const messageOf = (error: Error | null) => (error ? toMessage(error) : undefined);

function textOf(given: () => unknown, otherwise: string): string {
  try {
    return JSON.stringify(given(), null, 2);
  } catch {
    return otherwise;
  }
}
