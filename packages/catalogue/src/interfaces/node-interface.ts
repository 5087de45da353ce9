type Scalar = string | number | boolean;

/** One input of an interface, in the keys of Flowise's templates. */
export interface InterfaceInput {
  name: string;
  label: string;
  type: string;
  default?: unknown;
  optional?: boolean;
  /** It has a default that is no part of these facts: the node's code brings its own. */
  hasLongDefault?: boolean;
  list?: boolean;
  additionalParams?: boolean;
  acceptVariable?: boolean;
  hidden?: boolean;
  rows?: number;
  step?: number;
  /** Name and label; a name alone is its own label. */
  options?: readonly (string | readonly [name: string, label: string])[];
  loadMethod?: string;
  loadConfig?: boolean;
  freeSolo?: boolean;
  fileType?: string;
  minItems?: number;
  array?: readonly InterfaceInput[];
  tabs?: readonly InterfaceInput[];
  tabIdentifier?: string;
  datagrid?: readonly InterfaceColumn[];
  show?: Record<string, Scalar | Scalar[]>;
  hide?: Record<string, Scalar | Scalar[]>;
}

interface InterfaceColumn {
  field: string;
  type?: string;
  valueOptions?: readonly (string | { label: string; value: string })[];
  loadMethod?: string;
}

/** What is known of a node without its code: the facts that flow files depend on. */
export interface NodeInterface {
  name: string;
  label: string;
  category: string;
  version: number;
  type: string;
  baseClasses: readonly string[];
  tags?: readonly string[];
  badge?: string;
  inputs: readonly InterfaceInput[];
  outputs?: readonly { name: string; label: string; baseClasses?: readonly string[] }[];
  credential?: { optional?: boolean; credentialNames: readonly string[] };
  hideInput?: boolean;
  hideOutput?: boolean;
}

/** The fields of one kind of secret. */
export interface CredentialInterface {
  name: string;
  label: string;
  version: number;
  inputs: readonly InterfaceInput[];
}
