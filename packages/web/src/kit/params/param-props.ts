import type { ConditionOutput } from '@tendril/contract/flow/condition-outputs';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import type { Choice } from '@tendril/contract/node/param';
import type { ComponentType, ReactNode } from 'react';

/** A variable that may be put into a text: `{{question}}`, `{{$vars.name}}`, the output of a node. */
export interface VariableChoice {
  /** The content between the double braces. */
  name: string;
  about: string;
  /** What people call it, where that is not the name. */
  short?: string | undefined;
  /** What it held in the last run, where that is known. */
  lastValue?: string | undefined;
}

/** What makes or changes the records a loaded list is made of. */
export interface RecordToolsProps {
  loadMethod: string;
  value: string;
  onChange: (recordId: string) => void;
  /** A record was made or changed. */
  onStored: () => void;
}

/** A choice of a stored secret. */
export interface SecretInputProps {
  fieldId: string;
  input: TemplateInput;
  /** Id of the chosen secret; '' for none. */
  value: string;
  onChange: (credentialId: string) => void;
}

/** Whose parameters are drawn, and what their editors may ask for. */
export interface ParamScope {
  /** Name of the node or secret kind: its options are loaded by it. */
  nodeName: string;
  /** Id of the node; chosen tabs are kept under it. */
  nodeId: string;
  /** Id of the selected secret; '' for none. */
  credential?: string;
  /** False in a form that was just opened: missing values are not reported yet. */
  marksMissing?: boolean | ((name: string) => boolean);
  /** The node cannot run here, and so lists nothing: what is written stands for itself. */
  cannotLoad?: boolean;
  /** Called with a parameter's name when its field is left. */
  onLeaveField?: (name: string) => void;
  /** Server errors by parameter name. */
  errors?: Readonly<Record<string, string>>;
  /** What may be put into the text of a parameter that takes variables. */
  variablesOf?: (input: TemplateInput) => VariableChoice[];
  /** The node's name, for dialog titles. */
  nodeLabel?: string;
  /** Id of the stored flow; without one, files travel inside the flow's data. */
  flowId?: string | undefined;
  /** Stores files that do not belong to a flow; returns their stored names. */
  sendFiles?: (files: readonly File[]) => Promise<readonly string[]>;
  /** References of these texts are names of steps, which are drawn as chips. */
  hasReferenceChips?: boolean;
  /** The reason why a reference in a text leads nowhere, if one does. */
  unknownReference?: (text: string, input: TemplateInput) => string | undefined;
  /** Options that the drawing itself gives: earlier steps, keys of the state. */
  drawnOptions?: (loadMethod: string) => Choice[] | undefined;
  /** What a condition may look at. */
  conditionVariables?: () => VariableChoice[];
  /** Keeps a condition: its values, and the outputs the node has from now on, in one step. */
  onSaveCondition?: (values: Readonly<Record<string, unknown>>, outputs: readonly ConditionOutput[]) => void;
  /** Chooses the secret of a node that stands inside this one. */
  renderSecret?: (props: SecretInputProps) => ReactNode;
  /** Buttons beside a loaded list whose records are made in place. */
  renderRecordTools?: (props: RecordToolsProps) => ReactNode;
}

/** Renders one parameter with its label. */
export interface ParamFieldProps {
  input: TemplateInput;
  values: Readonly<Record<string, unknown>>;
  onChangeValues: (changes: Readonly<Record<string, unknown>>) => void;
  scope: ParamScope;
  /** Draws the choice of a stored secret; forms of nodes have one. */
  renderCredential?: ((fieldId: string, input: TemplateInput) => ReactNode) | undefined;
}

/** What every editor of a parameter gets. */
export interface EditorProps {
  fieldId: string;
  input: TemplateInput;
  value: unknown;
  onChange: (value: unknown) => void;
  /** All values of the form, and the way to change others than the editor's own. */
  values: Readonly<Record<string, unknown>>;
  onChangeValues: (changes: Readonly<Record<string, unknown>>) => void;
  scope: ParamScope;
  /** For editors that hold other parameters. */
  Field: ComponentType<ParamFieldProps>;
}

/** A value as the text of a field; objects of a file as JSON. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** The parameter's own value, or its default where none is kept. */
export function valueOrDefault(value: unknown, input: TemplateInput): unknown {
  return value === undefined || value === null || value === '' ? input.default : value;
}
